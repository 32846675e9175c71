import { join } from "node:path";
import { z } from "zod";
import type { Warning } from "../../kernel/failure.ts";
import { asContentOf } from "../../kernel/faults.ts";
import { documentPassword } from "../../kernel/fields/fields.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { fileOperation } from "../operation.ts";
import { outputFilename } from "../output-filename.ts";
import { checkNamedPages } from "./page-counts.ts";
import { pageSteps } from "./steps.ts";

const schema = z.object({
  steps: pageSteps().describe(
    "What is done with the pages, one step after the other: a JSON list of objects with one member each, the verb. " +
      "`rotate`, `delete`, `keep`, `reorder`, `insert_blank`, `duplicate`, `crop`, `scale`, `nup`, `booklet`, " +
      "`split_spreads`. Page numbers are those that the step before has left.",
  ),
  password: documentPassword(),
  output_filename: outputFilename({ default: "pages.pdf" }),
});

export const pages = fileOperation({
  name: "pages",
  operationId: "arrange_pages",
  path: "/api/v1/pdf/pages",
  scope: "pdf",
  workClass: "pdf",
  summary: "Rotate, reorder, crop, scale and impose pages",
  description:
    "Changes the pages of a PDF by a list of steps: pages are turned, left out, put into another order, copied, cut, put on " +
    "other paper, several on a sheet, or into a booklet. Outlines, links, form fields, structure and page labels follow " +
    "the pages. Text and images stay as they are. The result is not encrypted.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/pdf"],
  parameters: schema,

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote([file], { steps }) {
    checkNamedPages(steps, file.pages);
    return SIZE_TARIFF.credits(file.sizeBytes);
  },

  async run([file], { steps, password, output_filename: filename }, context) {
    const path = join(context.workspace, "pages.pdf");
    const { warnings } = await asContentOf({ source: "steps" }, () =>
      context.engines.assembler.arrange({
        input: file.path,
        password,
        steps,
        maxBytes: context.limits.archiveBytes,
        output: path,
        ...workOf(context),
      }),
    );
    return {
      result: { kind: "file", mediaType: "application/pdf", filename, path },
      warnings: warnings.map(
        ({ code, step }): Warning => ({
          code,
          ...(step !== undefined && { parameters: { step: String(step) } }),
        }),
      ),
    };
  },
});
