import { z } from "zod";
import { faultTypes } from "../../kernel/faults.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";
import { type WorkerMethod, workerMethod } from "../pool/worker-method.ts";
import type { MarkdownOptions, ReportStyle, TemplateJob, TextStyle } from "./port.ts";

/*
 * What the adapter and the methods of the worker say to each other. A method that composes yields each section as a
 * file, then a `Composition`.
 */

/**
 * The limits of sections, of which a document hardly ever has more, and of entries in its table of contents, of which
 * it never has more.
 */
export const MAX_SECTIONS = 10_000;
export const MAX_CONTENTS = 50_000;
export const MAX_WARNINGS = 100;

/** The longest header or footer of a template, once filled in. */
export const MAX_MARGIN_CHARACTERS = 2_000_000;

export const MAX_SAID_CHARACTERS = 1000;
export const MAX_NAME_CHARACTERS = 1000;
export const MAX_PARAMETER_CHARACTERS = 200;

const said = z.string().max(MAX_SAID_CHARACTERS).optional();
const anchor = z.string().max(MAX_NAME_CHARACTERS);
const marginHtml = z.string().max(MAX_MARGIN_CHARACTERS).optional();

const sectionAnswer = z.object({ path: z.string() });

/** Everything about a document except its sections; it comes at the end. */
const compositionAnswer = z.object({
  title: said,
  author: said,
  language: said,
  needsScript: z.boolean(),
  contents: z.array(z.object({ target: anchor, place: anchor })).max(MAX_CONTENTS),
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
  isLandscape: z.boolean().exactOptional(),
});

export type Composition = z.output<typeof compositionAnswer>;

const composeItem = z.union([sectionAnswer, compositionAnswer]);
export type ComposeItem = z.output<typeof composeItem>;

/** The parameters that all methods which compose a document share. */
export interface ComposeParameters {
  /** The most bytes of all sections together. */
  readonly maxBytes: number;
}

export type ComposeMethod<Parameters extends ComposeParameters> = WorkerMethod<Parameters, ComposeItem>;

const composing = <Parameters extends ComposeParameters>(name: string): ComposeMethod<Parameters> =>
  workerMethod<Parameters>(name).answering("sections", composeItem);

export const TEXT = composing<ComposeParameters & { readonly style: TextStyle }>("documents.text");
export const MARKDOWN = composing<ComposeParameters & { readonly options: MarkdownOptions }>("documents.markdown");
export const REPORT = composing<ComposeParameters & { readonly style: ReportStyle }>("documents.report");
export const TEMPLATE = composing<
  ComposeParameters & Pick<TemplateJob, "missing" | "locale" | "language" | "timezone">
>("documents.template");

/** Answers that there is nothing against a template. */
export const CHECK_TEMPLATE = workerMethod<{ readonly snapshot: TemplateSnapshot }>(
  "documents.checkTemplate",
).answering("sections", z.object({ isChecked: z.literal(true) }));

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
