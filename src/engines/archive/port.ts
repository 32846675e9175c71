import type { Work } from "../../kernel/timing/work.ts";

/** A file that was in an archive. */
export interface UnpackedFile {
  /** The relative path: in NFC, `/` between its parts, none of them empty, `.` or `..`. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Unpacker {
  /**
   * Extracts the files of a ZIP archive, in its order, to `outputDirectory` under names that the engine chooses.
   * @throws Failure `unsupported_file_type` (a file that is no archive, is damaged or encrypted, or has an entry whose
   * name leads elsewhere or occurs twice, or a link), `document_too_complex` (more than `maxFiles` entries, or more
   * than `maxBytes` in all files together)
   */
  unpack(
    job: { input: string; maxFiles: number; maxBytes: number; outputDirectory: string } & Work,
  ): AsyncIterable<UnpackedFile>;
}
