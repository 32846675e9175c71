import type { DocumentDescription } from "@quire/inspection/description";
import type { Work } from "../../kernel/timing/work.ts";

/* The port of what is said about a document: what it has, and what it says of itself. */

export {
  type AttachmentDescription,
  type Box,
  type DocumentDescription,
  type EncryptionDescription,
  FIELD_TYPES,
  FONT_TYPES,
  type FontDescription,
  type ImageDescription,
  LIMITS as DESCRIPTION_LIMITS,
  type Listed,
  type PageDescription,
  PERMISSION_NAMES,
  type SignatureDescription,
} from "@quire/inspection/description";

export interface Inspector {
  /**
   * Describes a document. `pages` are those that are described, and whose fonts and images are told; undefined: all.
   * Claims and signatures are repeated, and not checked.
   */
  describe(
    job: {
      readonly input: string;
      readonly password?: string | undefined;
      readonly pages?: readonly number[] | undefined;
    } & Work,
  ): Promise<DocumentDescription>;
}
