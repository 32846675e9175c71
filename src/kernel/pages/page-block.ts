import { z } from "zod";
import { addFault, valueError } from "../faults.ts";
import { fields } from "../fields/fields.ts";
import { MAX_SIDE_PT, MIN_SIDE_PT, type PageSize } from "../lengths.ts";

/* The parameters that all operations share whose result is printed (contract §7, "The page block"). */

/** The levels of PDF/A (ISO 19005) and the parts of PDF/UA (ISO 14289) that a printed document can be asked for. */
const PDFA_LEVELS = ["1b", "2b", "2u", "2a", "3b", "3u", "3a", "4"] as const;
const PDFUA_PARTS = [1, 2] as const;

const MAX_TEXT = 2000;
const MAX_INFORMATION = 1000;
/** The bounds of a margin, in points. */
const MARGIN = { min: 0, max: 144 } as const;

const margin = (side: string, defaultPt: number) =>
  fields
    .optionalLength(MARGIN)
    .meta({ default: defaultPt })
    .describe(
      `Margin at the ${side} of each page: points up to 144, or a length such as \`20mm\`. Absent: that of the ` +
        `document's own \`@page\`, else ${defaultPt} points, on narrow paper a quarter of its width or height.`,
    );

/** The margins of a document that is set by the service, in points (contract §7). */
const DEFAULT_MARGIN_PT = 72;
/** The margins of documents that their authors lay out, HTML and Markdown, in points (contract §7). */
export const AUTHORED_MARGIN_PT = 36;

interface PageBlockDefaults {
  readonly filename: string;
  /** The margins where none are given, in points. */
  readonly marginPt?: number;
}

/** Makes the page block's parameters, to be spread into those of an operation. */
export const pageBlock = ({ filename, marginPt = DEFAULT_MARGIN_PT }: PageBlockDefaults) => ({
  page_size: fields
    .pageSize({ default: "A4" })
    .describe("Paper: A0 to A6, Letter, Legal, Tabloid, or width and height such as `210x297mm`."),
  orientation: fields
    .choice({ values: ["portrait", "landscape"], default: "portrait" })
    .describe("`landscape` turns paper that is taller than wide."),
  margin_top: margin("top", marginPt),
  margin_bottom: margin("bottom", marginPt),
  margin_left: margin("left", marginPt),
  margin_right: margin("right", marginPt),
  show_page_numbers: fields
    .flag({ default: false })
    .describe("Whether the page number and the number of pages are printed below each page."),
  header_text: fields.optionalText({ maxLength: MAX_TEXT }).describe("Text above each page."),
  footer_text: fields.optionalText({ maxLength: MAX_TEXT }).describe("Text below each page."),
  title: fields.optionalText({ maxLength: MAX_INFORMATION }).describe("Title in the document's information."),
  author: fields.optionalText({ maxLength: MAX_INFORMATION }).describe("Author in the document's information."),
  output_filename: fields.optionalText().meta({ default: filename }).describe("File name of the result."),
  language: fields
    .optionalLanguageTag()
    .describe("Language of the document, such as `en-GB`, if the document does not declare one."),
  pdfa: fields
    .optionalFormChoice({ values: [...PDFA_LEVELS] })
    .describe(
      "PDF/A level that the result conforms to: it is validated before it is delivered. A document that cannot be " +
        "made " +
        "to conform, for example because of a character that no font has, is refused with `not_convertible`.",
    ),
  pdfua: fields
    .optionalOneOfIntegers({ values: PDFUA_PARTS })
    .describe(
      "Part of PDF/UA, for accessibility, that the result conforms to: it is validated before it is delivered. A " +
        "document that cannot be made to conform, for example because of an image without alternative text, is refused " +
        "with `not_convertible`. Part 2 goes together with no other PDF/A level than `4`, and part 1 not with that.",
    ),
  tagged: fields
    .flag({ default: true })
    .describe(
      "Whether the result is tagged with the document's structure, for accessibility. A tagged result in which nothing " +
        "stands against it conforms to PDF/UA-1, and says so.",
    ),
});

export type PageBlock = z.output<z.ZodObject<ReturnType<typeof pageBlock>>>;

/** The other spellings of the page block's fields. */
export const pageBlockAliases = { page_numbers: "show_page_numbers" } as const;

/** Makes the parameter of a width or height in place of the paper's; it is not part of the page block. */
export const sideLength = (side: "Width" | "Height") =>
  fields
    .optionalLength({ min: MIN_SIDE_PT, max: MAX_SIDE_PT })
    .describe(
      `${side} of the paper: a number of points, or a length such as \`210mm\`. Takes precedence over \`page_size\`.`,
    );

export interface PaperOptions
  extends Pick<
    PageBlock,
    "page_size" | "orientation" | "margin_top" | "margin_bottom" | "margin_left" | "margin_right"
  > {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The margins where none are given, in points; absent: 72. */
  readonly defaultMarginPt?: number;
}

/** Returns the size of the paper, turned as it is wanted. */
export function sizeOf({ page_size: size, orientation, width, height }: PaperOptions): PageSize {
  const { widthPt, heightPt } = size;
  const isTurned = orientation === "landscape" && heightPt > widthPt;
  const turned = isTurned ? { widthPt: heightPt, heightPt: widthPt } : size;
  return { widthPt: width ?? turned.widthPt, heightPt: height ?? turned.heightPt };
}

export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Returns the margins, in points. */
export function marginsOf(options: PaperOptions): Margins {
  const { widthPt, heightPt } = sizeOf(options);
  const defaultPt = options.defaultMarginPt ?? DEFAULT_MARGIN_PT;
  const across = Math.min(defaultPt, widthPt / 4);
  const along = Math.min(defaultPt, heightPt / 4);
  return {
    top: options.margin_top ?? along,
    right: options.margin_right ?? across,
    bottom: options.margin_bottom ?? along,
    left: options.margin_left ?? across,
  };
}

// A smaller space has room for no line.
const MIN_ROOM_PT = 9;

interface Checking {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Checks what the fields of the page block ask for together: room for the document, and standards that go together. */
export function requirePageBlock(options: PaperOptions & Claims, context: Checking): void {
  requireRoom(options, context);
  requireClaims(options, context);
}

interface Claims {
  readonly pdfa?: PageBlock["pdfa"] | undefined;
  readonly pdfua?: PageBlock["pdfua"] | undefined;
  readonly tagged?: boolean | undefined;
}

/** Checks that the standards that are asked for go together, and with `tagged`. */
export function requireClaims({ tagged, ...claims }: Claims, context: Checking): void {
  // A field with a fault has a value of another type.
  const pdfa = PDFA_LEVELS.find((level) => level === claims.pdfa);
  const pdfua = PDFUA_PARTS.find((part) => part === claims.pdfua);
  const add = (field: keyof Claims, error: string): void => addFault(context, valueError(error), { path: [field] });
  if (pdfua === 2 && pdfa !== undefined && pdfa !== "4") {
    add("pdfua", `PDF/UA-2 is PDF 2.0, and PDF/A-${pdfa} is not; give pdfua 1, or pdfa 4`);
  }
  if (pdfua === 1 && pdfa === "4") {
    add("pdfua", "PDF/UA-1 is PDF 1.7, and PDF/A-4 is PDF 2.0; give pdfua 2, or another pdfa");
  }
  const needsTags =
    pdfua !== undefined ? `PDF/UA-${pdfua}` : pdfa?.endsWith("a") === true ? `PDF/A-${pdfa}` : undefined;
  if (needsTags !== undefined && tagged === false) {
    add("tagged", `${needsTags} is about tagged documents; leave tagged out, or set it to true`);
  }
}

/** Checks that the margins leave room for the document. */
function requireRoom(options: PaperOptions, context: Checking): void {
  const { widthPt, heightPt } = sizeOf(options);
  const { top, right, bottom, left } = marginsOf(options);
  const faults = [
    {
      isFull: left + right > widthPt - MIN_ROOM_PT,
      field: options.margin_left === undefined ? "margin_right" : "margin_left",
    },
    {
      isFull: top + bottom > heightPt - MIN_ROOM_PT,
      field: options.margin_top === undefined ? "margin_bottom" : "margin_top",
    },
  ];
  for (const { isFull, field } of faults) {
    if (isFull) {
      const error = "the margins leave no room for the document on this paper; give smaller margins or larger paper";
      addFault(
        context,
        { type: "value_error", message: `Value error, ${error}`, context: { error } },
        { path: [field] },
      );
    }
  }
}
