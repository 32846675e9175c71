export type { AssemblyWarning, Bookmarks } from "./assembly.ts";
export { type MergeInput, type MergeOptions, mergeDocuments } from "./merge.ts";
export { type OutlineStart, outlineStarts } from "./navigation/outline-starts.ts";
export { SourceDocument } from "./source-document.ts";
export { type SplitPart, writePart } from "./split.ts";
