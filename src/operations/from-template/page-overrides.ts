import { z } from "zod";
import { Failure } from "../../kernel/failure.ts";
import {
  addFault,
  type Fault,
  type FaultInContent,
  type FaultParameters,
  InvalidContent,
} from "../../kernel/faults.ts";
import { type PageBlock, pageBlock, requirePageBlock } from "../../kernel/pages/page-block.ts";

/*
 * The page block of a request together with that of a template: what the request gives counts, then what the template
 * says, then the defaults.
 */

/** Returns the fields of the page block without their defaults: what is not given is undefined. */
export function pageOverrides({ filename }: { readonly filename: string }) {
  const block = pageBlock({ filename });
  return {
    page_size: withoutDefault(block.page_size),
    orientation: withoutDefault(block.orientation),
    margin_top: withoutDefault(block.margin_top),
    margin_bottom: withoutDefault(block.margin_bottom),
    margin_left: withoutDefault(block.margin_left),
    margin_right: withoutDefault(block.margin_right),
    show_page_numbers: withoutDefault(block.show_page_numbers),
    header_text: withoutDefault(block.header_text),
    footer_text: withoutDefault(block.footer_text),
    title: withoutDefault(block.title),
    author: withoutDefault(block.author),
    output_filename: withoutDefault(block.output_filename),
    language: withoutDefault(block.language),
    pdfa: withoutDefault(block.pdfa),
    pdfua: withoutDefault(block.pdfua),
    tagged: withoutDefault(block.tagged),
  };
}

export type PageOverrides = z.output<z.ZodObject<ReturnType<typeof pageOverrides>>>;

/**
 * Merges the page block of a document.
 * @param own the template's, as it was sent
 * @throws Failure `template_error`; InvalidContent when margins and paper do not go together
 */
export function mergedPage(own: Readonly<Record<string, unknown>>, given: PageOverrides): PageBlock {
  const parsed = z.object(pageBlock({ filename: "" })).safeParse(own);
  if (!parsed.success) {
    throw new Failure("template_error", "The `page` of the template has fields that are not valid.");
  }
  const { data } = parsed;
  const page: PageBlock = {
    page_size: given.page_size ?? data.page_size,
    orientation: given.orientation ?? data.orientation,
    margin_top: given.margin_top ?? data.margin_top,
    margin_bottom: given.margin_bottom ?? data.margin_bottom,
    margin_left: given.margin_left ?? data.margin_left,
    margin_right: given.margin_right ?? data.margin_right,
    show_page_numbers: given.show_page_numbers ?? data.show_page_numbers,
    header_text: given.header_text ?? data.header_text,
    footer_text: given.footer_text ?? data.footer_text,
    title: given.title ?? data.title,
    author: given.author ?? data.author,
    output_filename: given.output_filename ?? data.output_filename,
    language: given.language ?? data.language,
    pdfa: given.pdfa ?? data.pdfa,
    pdfua: given.pdfua ?? data.pdfua,
    tagged: given.tagged ?? data.tagged,
  };
  const issues: z.core.$ZodRawIssue[] = [];
  requirePageBlock(page, { issues });
  const faults = issues.flatMap((issue) => faultIn(issue) ?? []);
  if (faults.length > 0) {
    throw new InvalidContent(faults);
  }
  return page;
}

function withoutDefault<Value>(field: z.ZodType<Value>): z.ZodType<Value | undefined> {
  const { default: _, ...schema } = field.meta() ?? {};
  return z
    .unknown()
    .optional()
    .transform((raw, context): Value | undefined => {
      if (raw === undefined || raw === "") {
        return undefined;
      }
      const parsed = field.safeParse(raw);
      if (!parsed.success) {
        for (const { message, path, ...issue } of parsed.error.issues) {
          const parameters = "params" in issue ? issue.params : undefined;
          const fault = isFault(parameters) ? parameters.fault : ({ type: "value_error", message } as const);
          addFault(context, fault, { path, input: raw });
        }
        return z.NEVER;
      }
      return parsed.data;
    })
    .meta(schema);
}

const faultIn = (issue: z.core.$ZodRawIssue): FaultInContent | undefined =>
  issue.code === "custom" && isFault(issue["params"])
    ? {
        fault: issue["params"].fault,
        path: (issue.path ?? []).map((step) => (typeof step === "number" ? step : String(step))),
      }
    : undefined;

const isFault = (parameters: unknown): parameters is FaultParameters & { readonly fault: Fault } =>
  typeof parameters === "object" && parameters !== null && "fault" in parameters;
