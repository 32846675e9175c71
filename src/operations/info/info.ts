import { z } from "zod";
import type { DocumentDescription } from "../../engines/inspection/port.ts";
import type { Warning } from "../../kernel/failure.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { requireSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { fileOperation } from "../operation.ts";
import { answerOf } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";

export const info = fileOperation({
  name: "info",
  operationId: "get_pdf_info",
  path: "/api/v1/pdf/info",
  scope: "pdf",
  workClass: "pdf",
  summary: "Say what a PDF has in it",
  description:
    "Reports pages with their boxes, fonts, images with their resolution, metadata, protection and permissions, forms, " +
    "scripts, signatures, attachments, layers, and what the document claims to conform to. Claims and signatures are " +
    "repeated and not checked: `validate-pdfa` checks conformance. Lists are cut, and say how long they are.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/json"],
  answer: answerSchema,
  parameters: z.object({
    pages: fields
      .pages({ default: "all" })
      .describe("The pages that are described, and whose fonts and images are listed, such as `1-3,5`."),
    password: documentPassword(),
  }),

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote([file], { pages }) {
    resolvePages(pages, file.pages, { repeats: "once", maxPages: file.pages });
    return SIZE_TARIFF.credits(file.sizeBytes);
  },

  async run([file], { pages: list, password }, context) {
    const selection = resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages });
    const { pages, clipped } = requireSelection(selection, file.pages);
    const described = await context.engines.inspector.describe({
      input: file.path,
      password,
      pages: list.kind === "all" ? undefined : pages.toSorted((one, other) => one - other),
      ...workOf(context),
    });
    context.progress(pages.length, pages.length);
    return {
      result: { kind: "json", value: answerOf(described, file) },
      warnings: [...(clipped ? [{ code: "pages_clipped" }] : []), ...unreadWarnings(described)],
    };
  },
});

/** Pages whose contents were too much to read are named: their fonts and images may be missing. */
function unreadWarnings({ unreadPages, unreadPageCount }: DocumentDescription): Warning[] {
  const more = unreadPageCount - unreadPages.length;
  return [
    ...unreadPages.map((page) => ({ code: "contents_not_read", parameters: { page: String(page) } })),
    ...(more > 0 ? [{ code: "contents_not_read", parameters: { more: String(more) } }] : []),
  ];
}
