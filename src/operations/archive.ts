import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { Failure } from "../kernel/failure.ts";

/** A file of the archive; `compress` is set for text, not for what is compressed already. */
export interface ArchiveEntry {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly compress: boolean;
}

// The same input gives the same bytes: every entry has the first moment that a DOS timestamp can hold.
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/**
 * Writes a ZIP to `output` while its entries still come, in their order, without directories (contract §1.15).
 * @throws Failure `document_too_complex` when the entries together exceed `maxBytes`
 */
export async function writeArchive(
  output: string,
  entries: AsyncIterable<ArchiveEntry>,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<void> {
  const zip = new ZipFile();
  // The first thing that goes wrong, here, in yazl or on the disk, stops the rest and is reported to the caller.
  const stop = new AbortController();
  zip.once("error", (error) => stop.abort(error));
  const written = pipeline(zip.outputStream, createWriteStream(output), {
    signal: AbortSignal.any([signal, stop.signal]),
  }).catch((error: unknown) => stop.abort(error));
  await fill(zip, entries, maxBytes, stop.signal).catch((error: unknown) => stop.abort(error));
  await written;
  signal.throwIfAborted();
  stop.signal.throwIfAborted();
}

async function fill(
  zip: ZipFile,
  entries: AsyncIterable<ArchiveEntry>,
  maxBytes: number,
  stop: AbortSignal,
): Promise<void> {
  let totalBytes = 0;
  for await (const { name, path, sizeBytes, compress } of entries) {
    stop.throwIfAborted();
    totalBytes += sizeBytes;
    if (totalBytes > maxBytes) {
      throw new Failure(
        "document_too_complex",
        `The result is larger than the limit of ${maxBytes} bytes; ask for fewer pages or a smaller size.`,
        { facts: { maxBytes } },
      );
    }
    zip.addFile(path, name, { ...ENTRY_OPTIONS, compress });
  }
  zip.end();
}
