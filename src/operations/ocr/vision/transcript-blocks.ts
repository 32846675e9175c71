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

/** Splits Markdown at blank lines, except those within code; a fence that nothing closes is text. */
function markdownParts(markdown: string): readonly string[] {
  const lines = markdown.split("\n");
  const closings = lines.flatMap((line, index) => (/^```[^\S\n]*$/.test(line) ? [index] : []));
  const parts: string[] = [];
  let text: string[] = [];
  let next = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    while ((closings[next] ?? Number.POSITIVE_INFINITY) <= index) {
      next += 1;
    }
    const closing = closings[next];
    if (isCode(line) && closing !== undefined) {
      parts.push(...text.join("\n").split(BLANK_LINES), lines.slice(index, closing + 1).join("\n"));
      text = [];
      index = closing;
    } else {
      text.push(line);
    }
  }
  return [...parts, ...text.join("\n").split(BLANK_LINES)];
}

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
