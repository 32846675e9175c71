import { rule } from "../rule.ts";

export const crossReferenceRules = [
  rule({
    key: "subsection-header",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-1" },
    requirement: "The two numbers before a subsection of a cross-reference table are separated by one space.",
    message: "The numbers before a subsection of a cross-reference table are not separated by one space",
    hint: "Rewrite the file: qpdf in.pdf out.pdf writes the cross-reference table anew.",
    fix: "rewrite",
    conversion: "mends",
    test: (section) => section.kind === "stream" || section.hasWellFormedHeaders || { broken: at(section.offset) },
  }),
  rule({
    key: "xref-keyword",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-2", "2": "6.1.4-2", "3": "6.1.4-2", "4": "6.1.4-1" },
    requirement: "Exactly one end-of-line marker separates xref from the numbers of the first subsection.",
    message: "xref and the numbers after it are not separated by one end-of-line marker",
    hint: "Rewrite the cross-reference table with one end of line after xref, as qpdf in.pdf out.pdf does.",
    fix: "rewrite",
    conversion: "mends",
    test: (section) => section.kind === "stream" || section.hasSingleEolAfterKeyword || { broken: at(section.offset) },
  }),
  rule({
    key: "no-cross-reference-stream",
    on: "cross-reference-section",
    ids: { "1": "6.1.4-3" },
    requirement: "There are no cross-reference streams.",
    message: "The file has a cross-reference stream",
    hint: "Rewrite the file for PDF 1.4: qpdf --object-streams=disable --force-version=1.4 in.pdf out.pdf; in a program that exports PDF, choose version 1.4 or PDF/A-1.",
    fix: "rewrite",
    conversion: "mends",
    test: (section) => section.kind === "table" || { broken: at(section.offset) },
  }),
];

const at = (offset: number): string => `at byte ${offset}`;
