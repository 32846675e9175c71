import { z } from "zod";
import { faultTypes } from "../../kernel/faults.ts";
import { MARKDOWN_THEMES } from "./port.ts";

/*
 * The messages between the adapter and the methods of the worker. Parameters come from the service itself; answers come
 * from a process that content may have taken over. A method that composes yields each section as a file, then a
 * `Composition`.
 */

export const TEXT = "documents.text";
export const MARKDOWN = "documents.markdown";
export const REPORT = "documents.report";
export const TEMPLATE = "documents.template";
export const CHECK_TEMPLATE = "documents.checkTemplate";

const maxBytes = z.number().positive();

export const textParameters = z.object({
  maxBytes,
  style: z.object({
    fontFamily: z.enum(["sans", "serif", "mono"]),
    fontSizePt: z.number(),
    color: z.string(),
    lineHeight: z.number(),
    alignment: z.enum(["left", "center", "right", "justify"]),
    tabSize: z.number(),
  }),
});

export const markdownParameters = z.object({
  maxBytes,
  options: z.object({
    theme: z.enum(MARKDOWN_THEMES),
    codeTheme: z.string().optional(),
    hasContents: z.boolean(),
    readsMath: z.boolean(),
    drawsDiagrams: z.boolean(),
    readsFrontMatter: z.boolean(),
  }),
});

const reportColumn = z.object({
  key: z.string(),
  label: z.string().optional(),
  align: z.enum(["left", "center", "right"]).optional(),
  format: z.enum(["text", "number", "integer", "currency", "percent", "date", "datetime", "boolean"]).optional(),
  width: z.string().optional(),
  hasTotal: z.boolean().optional(),
});

export const reportParameters = z.object({
  maxBytes,
  style: z.object({
    title: z.string().optional(),
    subtitle: z.string().optional(),
    titleFontSizePt: z.number(),
    fontSizePt: z.number(),
    headerFontSizePt: z.number(),
    tableStyle: z.enum(["default", "minimal", "modern"]),
    headerColor: z.string(),
    alternateRowColor: z.string().optional(),
    borderColor: z.string(),
    colorsStatus: z.boolean(),
    maxNestingDepth: z.number(),
    columns: z.array(reportColumn).readonly(),
    locale: z.string().optional(),
    textWidthPt: z.number(),
    textHeightPt: z.number(),
  }),
});

export const templateParameters = z.object({
  maxBytes,
  missing: z.enum(["error", "empty"]),
  locale: z.string().optional(),
  timezone: z.string().optional(),
});

export const snapshotSchema = z.object({
  slug: z.string(),
  version: z.int(),
  name: z.string(),
  format: z.enum(["html", "markdown"]),
  content: z.string(),
  css: z.string(),
  headerHtml: z.string(),
  footerHtml: z.string(),
  page: z.record(z.string(), z.unknown()),
  variablesSchema: z.record(z.string(), z.unknown()).nullable(),
  partials: z.record(z.string(), z.string()),
});

export const checkParameters = z.object({ snapshot: snapshotSchema });

/**
 * The limits of sections, of which a document hardly ever has more, and of entries in its table of contents, of which
 * it never has more.
 */
export const MAX_SECTIONS = 10_000;
export const MAX_CONTENTS = 50_000;
export const MAX_WARNINGS = 100;

/** The longest header or footer of a template, once filled in. */
export const MAX_MARGIN_CHARACTERS = 2_000_000;

/** A section; the worker names `file`, and the pool has put `path` in its place. */
export const sectionAnswer = z.object({ path: z.string() });

export const MAX_SAID_CHARACTERS = 1000;
export const MAX_NAME_CHARACTERS = 1000;
export const MAX_PARAMETER_CHARACTERS = 200;

const said = z.string().max(MAX_SAID_CHARACTERS).optional();
const name = z.string().max(MAX_NAME_CHARACTERS);
const marginHtml = z.string().max(MAX_MARGIN_CHARACTERS).optional();

/** Everything about a document except its sections; it comes at the end. */
export const compositionAnswer = z.object({
  title: said,
  author: said,
  language: said,
  needsScript: z.boolean(),
  contents: z.array(z.object({ target: name, place: name })).max(MAX_CONTENTS),
  warnings: z
    .array(
      z.object({
        code: z.string().regex(/^[a-z_]{1,64}$/),
        parameters: z.record(z.string().max(64), z.string().max(MAX_PARAMETER_CHARACTERS)).exactOptional(),
      }),
    )
    .max(MAX_WARNINGS),
  headerHtml: marginHtml,
  footerHtml: marginHtml,
});

export type Composition = z.output<typeof compositionAnswer>;

/** The answer that a template has no faults. */
export const checkAnswer = z.object({ isChecked: z.literal(true) });
export type CheckAnswer = z.output<typeof checkAnswer>;

/** The facts of a `validation_error`: what is wrong, and where in the content. */
export const faultFacts = z.object({
  faults: z
    .array(
      z.object({
        type: z.enum(faultTypes),
        message: z.string(),
        path: z.array(z.union([z.string(), z.int()])),
      }),
    )
    .min(1),
});
export type FaultFacts = z.output<typeof faultFacts>;
