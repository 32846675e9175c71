import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { type FileMapping, isLinux, mapFile } from "../../pool/sandbox/libc.ts";

/*
 * Documents as bytes. Large ones are mapped: parts that are not accessed are never read, and what was read stays in the
 * system's cache.
 */

/** The size below which reading costs less than the system calls of a mapping. */
const MAPPED_BYTES = 2 ** 20;

/** Returns the bytes of a file, which must not change as long as they are used. */
export function bytesOfFile(path: string): Uint8Array {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (isLinux && size >= MAPPED_BYTES) {
      const mapping = mapFile(descriptor, size);
      mappings.add(new WeakRef(mapping));
      keepers.set(mapping.bytes.buffer, mapping);
      return mapping.bytes;
    }
    const { buffer, byteOffset, length } = readFileSync(descriptor);
    // Views of a Buffer are slower to make.
    return new Uint8Array(buffer, byteOffset, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives back the memory of everything that was read of mapped files: for long writing, which needs each part once. */
export function giveBackFileMemory(): void {
  for (const reference of mappings) {
    const mapping = reference.deref();
    if (mapping === undefined) {
      mappings.delete(reference);
    } else {
      mapping.giveBack();
    }
  }
}

const mappings = new Set<WeakRef<FileMapping>>();
/** Keeps a mapping alive as long as its bytes, of which other code has its own views. */
const keepers = new WeakMap<ArrayBufferLike, FileMapping>();
