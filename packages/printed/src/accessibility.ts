import type { CosDocument, Page } from "@quire/cos";
import { languageOf } from "./catalog.ts";
import { completeToUnicode } from "./content/complete-to-unicode.ts";
import { markArtifacts, type ShownContent } from "./content/mark-artifacts.ts";
import { guessedLanguage } from "./language.ts";
import type { Accessibility, AccessibilityPart, Conformance, Obstacle } from "./options.ts";
import { type FinishedStructure, finishStructure } from "./structure/structure.ts";

interface AccessibilityOptions {
  /** The title of the document as far as it has one. */
  readonly title: string;
  readonly information: { readonly title?: string | undefined };
  readonly untitled?: string | undefined;
  readonly language?: string | undefined;
  readonly unsaidLanguage?: string | undefined;
  readonly conformance?: Conformance | undefined;
  readonly accessibility?: AccessibilityPart | undefined;
}

interface FinishedAccessibility {
  readonly title: string;
  readonly language: string | undefined;
  readonly accessibility: Accessibility;
}

/**
 * Makes a tagged document as accessible as ISO 14289 asks for: content, structure, title and language. One without tags stays
 * as it is.
 * @throws CosError `too_complex`
 */
export function finishAccessibility(
  document: CosDocument,
  pages: readonly Page[],
  options: AccessibilityOptions,
): FinishedAccessibility {
  const { title, language, unsaidLanguage } = options;
  if (document.catalog.dict("StructTreeRoot") === undefined) {
    return { title, language, accessibility: { obstacles: [], obstacleCount: 0 } };
  }
  const content = markArtifacts(document, pages);
  completeToUnicode(document, content.fonts);
  const structure = finishStructure(document, {
    pages,
    content: content.text,
    unsaidLanguage,
    part: options.accessibility,
  });
  const said = languageOf(document.catalog.get("Lang"));
  const isSaid = language !== undefined || (said !== undefined && said !== unsaidLanguage);
  const guessed = isSaid ? undefined : guessedLanguage(content.text.beginning(SAMPLE_CHARACTERS));
  const ownTitle = titleOf(options, structure, content);
  const obstacles = obstaclesTo(ownTitle, structure, content);
  const claimed = claimOf(options, obstacles);
  return {
    title: ownTitle,
    language: language ?? guessed,
    accessibility: {
      ...(claimed !== undefined && { claimed }),
      obstacles: obstacles.slice(0, MAX_OBSTACLES),
      obstacleCount: obstacles.length,
      ...(guessed !== undefined && { guessedLanguage: guessed }),
    },
  };
}

const MAX_OBSTACLES = 20;
const SAMPLE_CHARACTERS = 4000;
const MAX_TITLE = 120;

/** Returns the title: where the document has none and was not told to have none, its first heading or its first text. */
function titleOf(
  { title, information, untitled }: AccessibilityOptions,
  structure: FinishedStructure | undefined,
  content: ShownContent,
): string {
  if (title !== "" || information.title !== undefined) {
    return title;
  }
  const text = structure?.firstHeading || content.text.first();
  const short = text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE).replace(/\s\S*$/, "")}…` : text;
  return short.toWellFormed() || (untitled ?? "");
}

function obstaclesTo(title: string, structure: FinishedStructure | undefined, content: ShownContent): Obstacle[] {
  return [
    ...(structure?.undescribed ?? []).map((page): Obstacle => ({
      kind: "alternative_text",
      ...(page !== undefined && { page }),
    })),
    ...([...content.fonts.all].some((font) => font.showsNotdef) ? [{ kind: "missing_glyph" } as const] : []),
    ...(title === "" ? [{ kind: "title" } as const] : []),
    ...(content.isMarked ? [] : [{ kind: "content" } as const]),
  ];
}

/** A document that is not asked to claim anything claims what holds. Part 1 is about PDF 1: part 4 of PDF/A is PDF 2. */
function claimOf(
  { conformance, accessibility }: AccessibilityOptions,
  obstacles: readonly Obstacle[],
): AccessibilityPart | undefined {
  return accessibility ?? (obstacles.length === 0 && conformance !== "4" ? 1 : undefined);
}
