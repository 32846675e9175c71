import type { Dict } from "@quire/cos";
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
    requirement: "Content has a resource dictionary, which defines each resource that it names.",
    message: "A content stream names resources that are not defined, or has no resource dictionary",
    hint: "Define the resources, or remove the operators that use them. The program that put the page together has lost them: make the document again from its source.",
    fix: "author",
    // ISO 32000-2, 7.7.3.3: a page has Resources, its own or inherited ones, even if it needs none.
    test: ({ undefinedResources, context }) =>
      undefinedResources.length > 0
        ? { broken: listed(undefinedResources) }
        : context.kind !== "page" || hasResources(context.dict) || { broken: "no resource dictionary" },
  }),
];

/** Returns whether a page or a node above it has an entry for resources, whatever that is. */
function hasResources(page: Dict): boolean {
  let node: Dict | undefined = page;
  for (let level = 0; node !== undefined && level < MAX_LEVELS; level++) {
    if (node.has("Resources")) {
      return true;
    }
    node = node.dict("Parent");
  }
  return false;
}

const MAX_LEVELS = 256;

const listed = (names: readonly string[]): string =>
  names.length <= MAX_QUOTED_NAMES
    ? names.join(", ")
    : `${names.slice(0, MAX_QUOTED_NAMES).join(", ")} and ${names.length - MAX_QUOTED_NAMES} more`;
