import { rule } from "../rule.ts";

const MAX_QUOTED_NAMES = 10;

/** The rules of ISO 19005-2 to -4, 6.2.2. */
export const resourceRules = [
  rule({
    key: "content-resource-inherited",
    on: "content-stream",
    ids: { "2": "6.2.2-2", "3": "6.2.2-2", "4": "6.2.2-2" },
    requirement: "A content stream that names resources has its own resource dictionary, which defines them.",
    message: "A content stream uses resources that its own resource dictionary does not define",
    hint: "Copy the resources that are used into the /Resources of the page, form, pattern or font itself; for pages, qpdf in.pdf --pages . -- out.pdf does.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ inheritedResources }) => inheritedResources.length === 0 || { broken: listed(inheritedResources) },
  }),
  rule({
    key: "content-resource-undefined",
    on: "content-stream",
    ids: { "4": "6.2.2-3" },
    requirement: "Each resource that a content stream names is defined in its resource dictionary.",
    message: "A content stream names resources that are not defined",
    hint: "Define the resources, or remove the operators that use them. The program that put the page together has lost them: make the document again from its source.",
    fix: "author",
    test: ({ undefinedResources }) => undefinedResources.length === 0 || { broken: listed(undefinedResources) },
  }),
];

const listed = (names: readonly string[]): string =>
  names.length <= MAX_QUOTED_NAMES
    ? names.join(", ")
    : `${names.slice(0, MAX_QUOTED_NAMES).join(", ")} and ${names.length - MAX_QUOTED_NAMES} more`;
