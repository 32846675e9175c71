import { writeFileSync } from "node:fs";
import type { ImageData } from "@quire/image-pages";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { scratchFile } from "../../pool/scratch-file.ts";

/** The size from which data wait on disk until the document is written. */
const KEPT_BYTES = 2 ** 16;

/** Keeps the data of images that were made in files until the end of the task, so that memory holds one at a time. */
export class ScratchStreams {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the same data, from a file when they are large. */
  keep({ dict, bytes }: ImageData): ImageData {
    const encoded = bytes.encoded();
    if (encoded.length < KEPT_BYTES) {
      return { dict, bytes: { encoded: () => encoded, lengthBytes: encoded.length } };
    }
    const path = scratchFile(this.#directory, "image");
    writeFileSync(path, encoded, { flag: "wx", mode: 0o600 });
    return { dict, bytes: { encoded: () => bytesOfFile(path), lengthBytes: encoded.length } };
  }
}
