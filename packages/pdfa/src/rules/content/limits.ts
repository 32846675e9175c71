import { rule } from "../rule.ts";
import { tokenRules } from "../token-rules.ts";

const MAX_SAVE_DEPTH = 28;

/** The rules on those limits that content streams decide; those of objects are rules on objects. */
export const limitRules = [
  ...tokenRules("content-stream"),
  rule({
    key: "save-depth",
    on: "content-stream",
    ids: { "1": "6.1.12-8", "2": "6.1.13-8", "3": "6.1.13-8" },
    requirement: "The graphics state is saved at most 28 deep.",
    message: "q is nested too deep",
    hint: "Rewrite the content so that fewer graphics states are saved at the same time: in the source, nest groups and clipping paths less deeply, or print the page to PDF anew.",
    fix: "rewrite",
    test: ({ maxSaveDepth }) => maxSaveDepth <= MAX_SAVE_DEPTH || { broken: `${maxSaveDepth} deep` },
  }),
];
