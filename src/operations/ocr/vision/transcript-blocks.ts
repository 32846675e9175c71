import type { TranscribedBlock, Transcript } from "../../../engines/vision/port.ts";

/** Returns the parts of a page's text: those that the model returned, or the texts between blank lines. */
export function transcriptBlocks(
  { text, blocks }: Pick<Transcript, "text" | "blocks">,
  format: "text" | "markdown" | "json",
): readonly TranscribedBlock[] {
  if (blocks !== undefined) {
    return blocks;
  }
  const parts = format === "markdown" ? markdownParts(text) : text.split(BLANK_LINES);
  return parts
    .filter((part) => part.trim() !== "")
    .map((part) => ({ type: format === "markdown" ? markdownType(part) : "paragraph", text: part.trim() }));
}

const BLANK_LINES = /\n[^\S\n]*\n\s*/;

/** Splits Markdown at blank lines, except those within code. */
const markdownParts = (markdown: string): readonly string[] =>
  markdown
    // oxlint-disable-next-line quire/linear-patterns -- a page of a transcript has a bounded length
    .split(/(^```[^\n]*\n.*?^```[^\S\n]*$)/ms)
    .flatMap((part) => (isCode(part) ? [part] : part.split(BLANK_LINES)));

const isCode = (part: string): boolean => part.startsWith("```");

/** Returns whether a text begins with a row of a table and the row of dashes beneath it. */
function isTable(text: string): boolean {
  const [row = "", rule = ""] = text.split("\n").filter((line) => line.trim() !== "");
  return /^\|.*\|$/.test(row.trim()) && /^\|[\s:|-]+\|$/.test(rule.trim());
}

function markdownType(part: string): TranscribedBlock["type"] {
  const line = part.trimStart();
  if (isCode(line)) {
    return "code";
  }
  if (/^#{1,6}\s/.test(line)) {
    return "heading";
  }
  if (/^(?:[-*+]|\d{1,9}[.)])\s/.test(line)) {
    return "list";
  }
  return isTable(line) ? "table" : "paragraph";
}
