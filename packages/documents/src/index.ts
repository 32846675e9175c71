export { type Composed, type ComposedWarning, ContentError, type ContentsEntry } from "./composed.ts";
export { composeMarkdown } from "./markdown/compose-markdown.ts";
export { readAhead } from "./markdown/read-ahead.ts";
export { composeReport } from "./report/report.ts";
export { checkTemplate, type FilledTemplate, fillTemplate } from "./template/fill-template.ts";
export { composeText } from "./text/compose-text.ts";
