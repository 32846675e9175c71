import { z } from "zod";
import { ACCESSIBILITY_PROFILES, PDFA_FLAVOURS } from "../../engines/pdfa/port.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { fileOperation } from "../operation.ts";
import { answerOf } from "./answer.ts";
import { answerSchema } from "./answer-schema.ts";

export const validatePdfa = fileOperation({
  name: "validate-pdfa",
  operationId: "validate_pdfa",
  path: "/api/v1/pdf/validate-pdfa",
  scope: "pdf",
  workClass: "pdf",
  summary: "Check a PDF for PDF/A",
  description:
    "Says whether a PDF conforms to PDF/A (ISO 19005, parts 1 to 4), and what breaks which clause. It is checked as " +
    "what " +
    "it claims to be, unless `profile` names another; one that claims nothing is checked as PDF/A-2b and does not " +
    "conform. What could not be checked is reported, and such a document is never called compliant. An encrypted " +
    "document never conforms. With `accessibility` it is also checked against PDF/UA or Well-Tagged PDF.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/json"],
  answer: answerSchema,
  parameters: z.object({
    profile: fields
      .optionalFormChoice({ values: [...PDFA_FLAVOURS] })
      .describe("Part and level to check against. Absent: what the document claims, else `2b`."),
    accessibility: fields
      .optionalFormChoice({ values: [...ACCESSIBILITY_PROFILES] })
      .describe(
        "Standard of accessibility to check against as well: PDF/UA-1, PDF/UA-2, or Well-Tagged PDF 1.0 for " +
          "accessibility (`wt1a`) or reuse (`wt1r`). Absent: none.",
      ),
    password: documentPassword(),
  }),

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote: ([file]) => SIZE_TARIFF.credits(file.sizeBytes),

  async run([file], { profile, accessibility, password }, context) {
    const { path: input, filename } = file;
    const work = workOf(context);
    const asked = { input, password, flavour: profile, accessibility };
    const report = await context.engines.validator.validate({ ...asked, ...work });
    context.progress(report.pages, report.pages);
    return { result: { kind: "json", value: answerOf(report, filename) } };
  },
});
