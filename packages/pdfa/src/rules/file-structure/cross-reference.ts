import { rule } from "../rule.ts";

const REWRITE = "Rewrite the file with a program that keeps to the standard.";

export const crossReferenceRules = [
  rule({
    key: "subsection-header",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-1" },
    requirement: "The two numbers before a subsection of a cross-reference table are separated by one space.",
    message: "The numbers before a subsection of a cross-reference table are not separated by one space",
    hint: REWRITE,
    fix: "rewrite",
    test: (section) => section.kind === "stream" || section.hasWellFormedHeaders || { broken: at(section.offset) },
  }),
  rule({
    key: "xref-keyword",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-2", "2": "6.1.4-2", "3": "6.1.4-2", "4": "6.1.4-1" },
    requirement: "Exactly one end-of-line marker separates xref from the numbers of the first subsection.",
    message: "xref and the numbers after it are not separated by one end-of-line marker",
    hint: REWRITE,
    fix: "rewrite",
    test: (section) => section.kind === "stream" || section.hasSingleEolAfterKeyword || { broken: at(section.offset) },
  }),
  rule({
    key: "no-cross-reference-stream",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-3" },
    requirement: "There are no cross-reference streams.",
    message: "The file has a cross-reference stream",
    hint: "Rewrite the file for PDF 1.4, without object streams and cross-reference streams.",
    fix: "rewrite",
    test: (section) => section.kind === "table" || { broken: at(section.offset) },
  }),
];

const at = (offset: number): string => `at byte ${offset}`;
