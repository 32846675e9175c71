import type { OutlineItem } from "../content.ts";
import type { Draft } from "../flow/drafts.ts";

/** The number of a section, which the outline may leave out, and the title behind it. */
const NUMBERED = /^((?:\d{1,2}|[A-Z](?=\.\d))(?:\.\d{1,2}){0,4})[.\s]*(\p{L}.*[^\s.,;:])\s*$/u;

/**
 * Finds the drafts whose text the document's outline has, with or without the number of a section before it. Numbered
 * titles that follow each other, other than a chapter and its first section, are a list of what the document contains.
 */
export function titlesOfOutline(drafts: readonly Draft[], outline: readonly OutlineItem[]): ReadonlySet<Draft> {
  const titles = new Set(outline.map(({ title }) => folded(title)));
  const found = new Set<Draft>();
  let run: { readonly draft: Draft; readonly depth: number }[] = [];
  const close = (): void => {
    if (run.every(({ depth }, index) => index === 0 || depth > (run[index - 1]?.depth ?? 0))) {
      run.forEach(({ draft }) => found.add(draft));
    }
    run = [];
  };
  for (const draft of titles.size === 0 ? [] : drafts) {
    const text = draft.kind === "text" && draft.lines.length <= MOST_LINES ? textOf(draft.lines) : "";
    const [, number, title] = NUMBERED.exec(text) ?? [];
    if (titles.has(folded(text))) {
      found.add(draft);
    }
    if (number !== undefined && title !== undefined && titles.has(folded(title))) {
      run.push({ draft, depth: number.split(".").length });
    } else {
      close();
    }
  }
  close();
  return found;
}

/** The greatest number of lines of a title. */
const MOST_LINES = 4;

const textOf = (lines: readonly { readonly text: string }[]): string => lines.map(({ text }) => text).join(" ");

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
