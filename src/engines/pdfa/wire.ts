import { z } from "zod";
import { type TimedParameters, workerMethod } from "../pool/worker-method.ts";
import {
  ACCESSIBILITY_PROFILES,
  type AccessibilityProfile,
  type BrokenRule,
  PDFA_FLAVOURS,
  type PdfaFlavour,
} from "./port.ts";

/* What the adapter and the method of the worker say to each other. */

export interface ValidateParameters extends TimedParameters {
  readonly password?: string | undefined;
  readonly flavour?: PdfaFlavour | undefined;
  readonly accessibility?: AccessibilityProfile | undefined;
}

/** The largest number of broken rules: more than there are rules, each of which is listed once. */
export const MAX_RULES = 400;
export const MAX_OCCURRENCES = 10;
export const MAX_PAGES = 100;
export const MAX_UNCHECKED = 20;
/** The length limit of each text about the document. */
export const MAX_CHARACTERS = 300;
export const MAX_CLAIM_CHARACTERS = 40;
const MAX_GROUPS = 100;
const MAX_HUMAN_CHECKS = 40;

const text = z.string().max(MAX_CHARACTERS);
const count = z.int().min(0);

const place = z.object({
  page: z.int().min(1).exactOptional(),
  object: count.exactOptional(),
  at: text.exactOptional(),
});

const CONVERSIONS = ["mends", "drops", "substitutes"] as const satisfies readonly BrokenRule["conversion"][];

const brokenRule = z.object({
  clause: z.string().regex(/^(?:\d{1,2}(?:\.\d{1,2}){0,6}|Table 5\. [A-Za-z]{1,20}-[A-Za-z]{1,20})$/),
  test: z.int().min(1),
  message: z.string().max(2 * MAX_CHARACTERS),
  requirement: z.string().max(2 * MAX_CHARACTERS),
  hint: z.string().max(2 * MAX_CHARACTERS),
  conversion: z.enum(CONVERSIONS).exactOptional(),
  count: z.int().min(1),
  pages: z.array(z.int().min(1)).max(MAX_PAGES),
  occurrences: z.array(z.object({ place, values: text })).max(MAX_OCCURRENCES),
});

const listOfRules = z.array(brokenRule).max(MAX_RULES);
const listOfUnchecked = z.array(z.object({ reason: text, place })).max(MAX_UNCHECKED);

const accessibility = z
  .object({
    checkedAs: z.enum(ACCESSIBILITY_PROFILES),
    isCompliant: z.boolean(),
    claimed: z.string().max(MAX_CHARACTERS).nullable(),
    brokenRules: listOfRules,
    unchecked: listOfUnchecked,
    humanChecks: z
      .array(
        z.object({
          subject: z.string().max(MAX_CLAIM_CHARACTERS),
          question: text,
          count,
          occurrences: z.array(z.object({ place, values: text })).max(MAX_OCCURRENCES),
        }),
      )
      .max(MAX_HUMAN_CHECKS),
  })
  .refine(
    ({ isCompliant, claimed, ...rest }) =>
      !isCompliant || (claimed !== null && rest.brokenRules.length === 0 && rest.unchecked.length === 0),
  );

const report = z.object({
  isCompliant: z.boolean(),
  claimedConformance: z.string().max(MAX_CLAIM_CHARACTERS).startsWith("PDF/A-").nullable(),
  checkedAs: z.enum(PDFA_FLAVOURS),
  brokenRules: listOfRules,
  unchecked: listOfUnchecked,
  coverage: z
    .array(z.object({ name: z.string().max(MAX_CLAIM_CHARACTERS), rules: count, tests: count }))
    .max(MAX_GROUPS),
  pages: count,
  pdfVersion: z.string().regex(/^\d\.\d$/),
  isEncrypted: z.boolean(),
  accessibility: accessibility.exactOptional(),
});

export type ReportAnswer = z.output<typeof report>;

/**
 * The answer of the worker. Even if the worker has been taken over, nothing counts as compliant together with a reason
 * why it is not.
 */
const consistentReport = report.refine(
  ({ isCompliant, claimedConformance, brokenRules, unchecked, isEncrypted }) =>
    !isCompliant || (claimedConformance !== null && brokenRules.length === 0 && unchecked.length === 0 && !isEncrypted),
);

export const VALIDATE = workerMethod<ValidateParameters>("pdfa.validate").answering("reports", consistentReport);
