import { crc32 } from "node:zlib";
import type { ByteSink } from "@quire/cos";
import { Failure } from "../../../kernel/failure.ts";
import { localHeader, localHeaderBytes, MAX_STORED_BYTES, type StoredFile } from "../../archive/zip-records.ts";
import type { WrittenFile } from "../../cos/worker/written-file.ts";

/**
 * Writes the next file of an archive, and the header before it, to the end of `output`.
 * @returns what its header says, and what `write` returned
 */
export function writeStored<Written>(
  output: WrittenFile,
  name: string,
  write: (sink: ByteSink) => Written,
): { readonly stored: StoredFile; readonly written: Written } {
  const headerAt = output.sizeBytes;
  output.write(new Uint8Array(localHeaderBytes(name)));
  const sink = new CheckedSink(output);
  const written = write(sink);
  const stored = { name, sizeBytes: sink.sizeBytes, crc32: sink.crc32 };
  output.rewrite(headerAt, localHeader(stored));
  return { stored, written };
}

class CheckedSink implements ByteSink {
  sizeBytes = 0;
  crc32 = 0;
  readonly #output: ByteSink;

  constructor(output: ByteSink) {
    this.#output = output;
  }

  write(bytes: Uint8Array): void {
    this.sizeBytes += bytes.length;
    if (this.sizeBytes > MAX_STORED_BYTES) {
      throw new Failure("document_too_complex", "A part would be larger than a file of an archive may be.");
    }
    this.crc32 = crc32(bytes, this.crc32);
    this.#output.write(bytes);
  }
}
