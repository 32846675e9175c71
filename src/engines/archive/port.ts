import type { Work } from "../../kernel/work.ts";

/** A file that was in an archive. */
export interface UnpackedFile {
  /** Relative path: in NFC, `/` between its parts, none of them empty, `.` or `..`. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Unpacker {
  /**
   * Gives the files of a ZIP archive, in its order, in `outputDirectory` under names of the engine's own.
   * @throws Failure `unsupported_file_type` (what is no archive, is damaged or encrypted, or has a file whose name leads
   * elsewhere or comes twice, or a link), `document_too_complex` (more than `maxFiles` entries, or more than `maxBytes`
   * in all files together)
   */
  unpack(
    job: { input: string; maxFiles: number; maxBytes: number; outputDirectory: string } & Work,
  ): AsyncIterable<UnpackedFile>;
}
