import type { DocumentMetadata, MetadataChanges, MetadataNote } from "@quire/metadata/options";
import type { Work } from "../../kernel/timing/work.ts";

/* The port of metadata (ISO 32000-2, 14.3). */

export type {
  DocumentMetadata,
  MetadataChanges,
  MetadataField,
  MetadataNote,
  NamedText,
  XmpShown,
} from "@quire/metadata/options";

export interface MetadataEditor {
  /** Returns what the information dictionary and XMP say. */
  read(job: { readonly input: string; readonly password?: string | undefined } & Work): Promise<DocumentMetadata>;
  /**
   * Writes the document with changed metadata; its protection and all else stay, signatures do not.
   * @throws Failure `document_too_complex` when the result would be larger than `maxBytes`
   */
  write(
    job: {
      readonly input: string;
      readonly password?: string | undefined;
      readonly output: string;
      readonly changes: MetadataChanges;
      readonly maxBytes: number;
    } & Work,
  ): Promise<{ readonly notes: readonly MetadataNote[] }>;
}
