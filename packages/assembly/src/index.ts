export { type ArrangedDocument, writeArranged } from "./arrangement/arrange.ts";
export { PagePlan } from "./arrangement/page-plan.ts";
export { UnfitStep } from "./arrangement/planned-page.ts";
export type { AssemblyWarning } from "./assembly.ts";
export { type MergeInput, type MergeOptions, mergeDocuments } from "./merge.ts";
export { type OutlineStart, outlineStarts } from "./navigation/outline-starts.ts";
export type { Bookmarks, DocumentInformation } from "./options.ts";
export { SourceDocument } from "./source-document.ts";
export { type SplitPart, writePart } from "./split.ts";
