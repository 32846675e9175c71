import type {
  Accessibility,
  AccessibilityPart,
  Conformance,
  Obstacle,
  PrintedHeading,
  PrintedInformation,
} from "@quire/printed/options";
import type { Work } from "../../kernel/timing/work.ts";

export type { Accessibility, Obstacle, PrintedHeading, PrintedInformation };

export interface PostProcessor {
  /**
   * Rewrites a printed document for delivery: small (object streams), with document information and XMP that agree, a
   * deterministic /ID, its title shown, its language known, an outline of its `headings`; a tagged one as accessible as PDF/UA asks for. With
   * `conformance` and `accessibility` it claims these, and gets what they require as far as possible: a `Validator` must
   * decide whether it conforms. Without `accessibility` a tagged document claims PDF/UA-1 when nothing stands against it.
   * @throws Failure `document_too_complex` when the result would be larger than `maxBytes`
   */
  finish(
    job: {
      readonly input: string;
      readonly output: string;
      readonly information: PrintedInformation;
      /** The headings that the `Printer` found; without them the outline has the browser's texts. */
      readonly headings?: readonly PrintedHeading[] | undefined;
      /** A BCP 47 language tag for documents that do not state theirs. */
      readonly language?: string | undefined;
      /** Whether the document was to be printed with tags. */
      readonly isTagged?: boolean | undefined;
      /** The title of a tagged document that has neither a title nor text. */
      readonly untitled?: string | undefined;
      readonly conformance?: Conformance | undefined;
      readonly accessibility?: AccessibilityPart | undefined;
      readonly maxBytes: number;
    } & Work,
  ): Promise<{ readonly pages: number; readonly accessibility: Accessibility }>;
}
