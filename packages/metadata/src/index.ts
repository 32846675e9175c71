export { rfc3339Of } from "./dates.ts";
export * from "./options.ts";
export { readDocumentMetadata } from "./read.ts";
export { shownText } from "./shown-text.ts";
export { writeWithMetadata } from "./write.ts";
