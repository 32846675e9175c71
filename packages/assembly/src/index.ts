export type { AssemblyWarning } from "./assembly.ts";
export { type MergeInput, type MergeOptions, mergeDocuments } from "./merge.ts";
export { type OutlineStart, outlineStarts } from "./navigation/outline-starts.ts";
export type { Bookmarks, DocumentInformation } from "./options.ts";
export { SourceDocument } from "./source-document.ts";
export { type SplitPart, writePart } from "./split.ts";
