import { join, parse } from "node:path";
import { z } from "zod";
import { ATTACHMENT_CHOICES, PDFA_TARGETS, type PdfaTarget } from "../../engines/conversion/port.ts";
import { addFault } from "../../kernel/faults.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { CONVERSION_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { fileOperation } from "../operation.ts";
import { requireConformance } from "../printing/require-conformance.ts";
import { answerOf } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";
import { requireSameLook } from "./same-look.ts";
import { warningsOf } from "./warnings.ts";

/** The levels that hold embedded files of any kind (ISO 19005-3, 6.8). */
const HOLDS_ATTACHMENTS: ReadonlySet<PdfaTarget> = new Set(["3b", "3u"]);

const schema = z
  .object({
    conformance_level: fields
      .choice({ values: PDFA_TARGETS, default: "2b" })
      .describe("Part and level of PDF/A that the result conforms to."),
    password: documentPassword(),
    attachments: fields
      .optionalFormChoice({ values: ATTACHMENT_CHOICES })
      .describe("Whether embedded files stay, which only 3b and 3u permit. Absent: they stay where they may."),
    substitute_fonts: fields
      .flag({ default: false })
      .describe(
        "Whether fonts that are not embedded are replaced by fonts of the same widths. Pages may then look a little " +
          "different: 2 % of the pixels instead of 0.5 %.",
      ),
    output: fields
      .choice({ values: ["file", "json"], default: "file" })
      .describe("The converted document, or a report on what the conversion changes and drops."),
  })
  .superRefine(({ attachments, conformance_level }, context) => {
    if (attachments === "keep" && !HOLDS_ATTACHMENTS.has(conformance_level)) {
      const error = `PDF/A-${conformance_level} holds no embedded files of any kind; 3b and 3u do`;
      const fault = { type: "value_error", message: `Value error, ${error}`, context: { error } } as const;
      addFault(context, fault, { path: ["attachments"], input: attachments });
    }
  });

/** Above this many pages, which are all drawn twice, a request becomes a job by itself. */
const SYNC_PAGES = 100;

export const pdfToPdfa = fileOperation({
  name: "pdf-to-pdfa",
  operationId: "convert_pdf_to_pdfa",
  path: "/api/v1/convert/pdf-to-pdfa",
  scope: "convert",
  workClass: "pdf",
  summary: "Convert a PDF to PDF/A",
  description:
    "Makes a document conform to PDF/A (ISO 19005). Text, images and the look of the pages stay as they are: all pages are " +
    "compared before and after, and the result is validated before it is delivered. `X-Warnings` lists what was dropped " +
    "because PDF/A forbids it. What cannot be made to conform is refused with `not_convertible`, which names the clauses.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/pdf", "application/json"],
  answer: answerSchema,
  aliases: { target: "conformance_level" },
  parameters: schema,
  syncPages: SYNC_PAGES,

  password: ({ password }) => password,

  price: CONVERSION_TARIFF.price,
  quote: ([file]) => CONVERSION_TARIFF.credits(file.pages),

  async run([file], { conformance_level: target, password, attachments, substitute_fonts, output }, context) {
    const path = join(context.workspace, "converted.pdf");
    const { pages, changes } = await context.engines.converter.convert({
      input: file.path,
      password,
      output: path,
      target,
      attachments: attachments ?? (HOLDS_ATTACHMENTS.has(target) ? "keep" : "drop"),
      substitutesFonts: substitute_fonts,
      maxBytes: context.limits.archiveBytes,
      ...workOf(context),
    });
    await requireConformance(path, { pdfa: target }, context);
    const differingShare = await requireSameLook(
      { before: file.path, password, after: path, pages, target, hasOtherFonts: substitute_fonts },
      context,
    );
    const warnings = warningsOf(changes);
    if (output === "json") {
      return { result: { kind: "json", value: answerOf({ file, target, changes, differingShare }) }, warnings };
    }
    const filename = `${parse(file.filename).name}-pdfa.pdf`;
    return { result: { kind: "file", mediaType: "application/pdf", filename, path }, warnings };
  },
});
