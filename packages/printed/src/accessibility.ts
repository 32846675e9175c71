import { type CosDocument, Dict, Name, type Page } from "@quire/cos";
import { brokenStructureRules } from "@quire/pdfa/structure";
import { languageOf } from "./catalog.ts";
import { completeToUnicode } from "./content/complete-to-unicode.ts";
import type { ContentDeflater } from "./content/content-deflater.ts";
import { markArtifacts, type ShownContent } from "./content/mark-artifacts.ts";
import { dropSoftHyphens } from "./content/soft-hyphens.ts";
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
  readonly pictureMark?: string | undefined;
  readonly isTagged?: boolean | undefined;
  readonly conformance?: Conformance | undefined;
  readonly accessibility?: AccessibilityPart | undefined;
  /** Deflates the content of pages; if absent, whoever writes the document does. */
  readonly deflater?: ContentDeflater | undefined;
}

interface FinishedAccessibility {
  readonly title: string;
  readonly language: string | undefined;
  readonly accessibility: Accessibility;
}

/**
 * Makes a tagged document as accessible as ISO 14289 asks for: content, structure, title and language. One without tags
 * has its text in order and is otherwise left as it is.
 * @throws CosError `too_complex`
 */
export function finishAccessibility(
  document: CosDocument,
  pages: readonly Page[],
  options: AccessibilityOptions,
): FinishedAccessibility {
  const { title, language, unsaidLanguage, pictureMark } = options;
  const { accessibility, conformance, isTagged = false } = options;
  if (isTagged || accessibility !== undefined || conformance?.endsWith("a") === true) {
    tagEmptyDocument(document);
  }
  if (document.catalog.dict("StructTreeRoot") === undefined) {
    dropSoftHyphens(document, pages);
    return { title, language, accessibility: { obstacles: [], obstacleCount: 0 } };
  }
  const content = markArtifacts(document, pages, {
    acceptsPrivate: !refusesPrivate(options),
    deflater: options.deflater,
  });
  completeToUnicode(document, content.fonts);
  const structure = finishStructure(document, {
    pages,
    content: content.text,
    unsaidLanguage,
    pictureMark,
    part: options.accessibility,
  });
  const said = languageOf(document.catalog.get("Lang"));
  const isSaid = language !== undefined || (said !== undefined && said !== unsaidLanguage);
  const guessed = isSaid ? undefined : guessedLanguage(content.text.beginning(SAMPLE_CHARACTERS));
  const ownTitle = titleOf(options, structure, content);
  const obstacles = obstaclesTo(document, {
    title: ownTitle,
    structure,
    content,
    isAsked: options.accessibility !== undefined,
  });
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

/** Returns whether text of the private use areas is not permitted: ISO 19005-2 and -3, 6.2.11.7.3; ISO 14289-2, 8.4.3. */
const refusesPrivate = ({ accessibility, conformance }: AccessibilityOptions): boolean =>
  accessibility === 2 || conformance?.endsWith("a") === true;

/** Gives a document of nothing, which browsers do not tag, a structure of nothing. */
function tagEmptyDocument(document: CosDocument): void {
  const { catalog } = document;
  if (catalog.dict("StructTreeRoot") !== undefined) {
    return;
  }
  const root = new Dict([["Type", new Name("StructTreeRoot")]]);
  const ref = document.add(root);
  const whole = new Dict([
    ["Type", new Name("StructElem")],
    ["S", new Name("Document")],
    ["P", ref],
  ]);
  root.set("K", document.add(whole));
  catalog.set("StructTreeRoot", ref);
  catalog.set("MarkInfo", new Dict([["Marked", true]]));
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

interface Found {
  readonly title: string;
  readonly structure: FinishedStructure | undefined;
  readonly content: ShownContent;
  readonly isAsked: boolean;
}

function obstaclesTo(document: CosDocument, { title, structure, content, isAsked }: Found): Obstacle[] {
  const pictures = (structure?.undescribed ?? []).map(
    (picture): Obstacle => ({ kind: "alternative_text", ...picture }),
  );
  // What is asked for is validated as a whole.
  const rules = isAsked ? [] : (brokenStructureRules(document, "ua1", document.bounds) ?? ["unknown"]);
  return [
    ...pictures,
    ...rules.filter((rule) => rule !== NO_ALTERNATIVE).map((rule): Obstacle => ({ kind: "structure", rule })),
    ...([...content.fonts.all].some((font) => font.showsNotdef) ? [{ kind: "missing_glyph" } as const] : []),
    ...(title === "" ? [{ kind: "title" } as const] : []),
    ...(content.isMarked ? [] : [{ kind: "content" } as const]),
  ];
}

/** The rule on pictures, which are listed one by one. */
const NO_ALTERNATIVE = "7.3-1";

/** A document that is not asked to claim anything claims what holds. Part 1 is about PDF 1: part 4 of PDF/A is PDF 2. */
function claimOf(
  { conformance, accessibility }: AccessibilityOptions,
  obstacles: readonly Obstacle[],
): AccessibilityPart | undefined {
  return accessibility ?? (obstacles.length === 0 && conformance !== "4" ? 1 : undefined);
}
