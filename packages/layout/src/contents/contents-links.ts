import type { Block, Heading, List, Paragraph, Span } from "../blocks.ts";
import { shorterTitles } from "../headings/chapter-titles.ts";
import { textOf } from "../spans/spans-of-lines.ts";

/** The least number of entries in a row that lead to headings before they are a table of contents. */
const LEAST_ENTRIES = 3;
/** The greatest number of paragraphs between entries of one table of contents that lead nowhere. */
const MOST_BETWEEN = 3;

/** The page number at the end of an entry. */
const PAGE_NUMBER = /\s(?:\d{1,4}|[ivxlc]{1,7})\s*$/u;
/** The number of a chapter, which its heading may not have. */
const CHAPTER_NUMBER = /^\s*(?:\d{1,2}|[A-Z]|[IVXL]{1,6})\.?\s+/u;

/**
 * Makes the entries of tables of contents links to the headings that they name: paragraphs and items, several in a row,
 * that are the text of a later heading and a page number. The headings get the anchors that GitHub gives them, so that
 * the links of Markdown lead there too. Returns the blocks as they are where nothing is linked.
 */
export function linkContents(blocks: readonly Block[]): readonly Block[] {
  const targets = targetsOf(blocks);
  if (targets.size === 0) {
    return blocks;
  }
  const entries = entriesOf(blocks, targets);
  const linked = new Map<Paragraph, Target>();
  let run: (readonly [Paragraph, Target])[] = [];
  let between = 0;
  const close = (): void => {
    for (const [paragraph, target] of run.length >= LEAST_ENTRIES ? run : []) {
      linked.set(paragraph, target);
    }
    run = [];
    between = 0;
  };
  for (const { paragraph, target } of entries) {
    between = target === undefined ? between + 1 : 0;
    if (target !== undefined) {
      run.push([paragraph, target]);
    } else if (between > MOST_BETWEEN) {
      close();
    }
  }
  close();
  if (linked.size === 0) {
    return blocks;
  }
  const anchors = new Map([...linked.values()].map(({ heading, anchor }) => [heading, anchor]));
  return blocks.map((block) => replaced(block, { linked, anchors }));
}

interface Target {
  readonly heading: Heading;
  readonly anchor: string;
  /** The place of the heading among the blocks. */
  readonly at: number;
}

/** Finds the headings by the letters and digits of their texts. */
function targetsOf(blocks: readonly Block[]): Map<string, Target[]> {
  const targets = new Map<string, Target[]>();
  const taken = new Map<string, number>();
  for (const [at, heading] of blocks.entries()) {
    if (heading.kind === "heading") {
      const text = textOf(heading.spans);
      const base = anchorOf(text);
      const count = taken.get(base) ?? 0;
      taken.set(base, count + 1);
      const target = { heading, anchor: count === 0 ? base : `${base}-${count}`, at };
      for (const key of base === "" ? [] : [text, ...shorterTitles(text)].map(keyOf).filter((each) => each !== "")) {
        const own = targets.get(key) ?? [];
        targets.set(key, own);
        own.push(target);
      }
    }
  }
  return targets;
}

/** Returns the anchor of a heading as GitHub makes it: small letters, hyphens for spaces, no other signs. */
const anchorOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replace(/\s/gu, "-");

const keyOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

interface Entry {
  readonly paragraph: Paragraph;
  readonly target: Target | undefined;
}

/** Returns all paragraphs, those of items too, each with the heading that it leads to. */
function entriesOf(blocks: readonly Block[], targets: ReadonlyMap<string, readonly Target[]>): Entry[] {
  const entries: Entry[] = [];
  const visit = (block: Block, { at, label }: { readonly at: number; readonly label: string }): void => {
    if (block.kind === "paragraph") {
      const text = textOf(block.spans);
      const title = PAGE_NUMBER.test(text) ? label + text.replace(PAGE_NUMBER, "") : "";
      const targetOf = (key: string): Target | undefined => targets.get(key)?.find((target) => target.at > at);
      const target = targetOf(keyOf(title)) ?? targetOf(keyOf(title.replace(CHAPTER_NUMBER, "")));
      entries.push({ paragraph: block, target });
    } else if (block.kind === "list") {
      for (const { label: own, blocks: inner } of block.items) {
        for (const [index, item] of inner.entries()) {
          visit(item, { at, label: index === 0 && block.isOrdered ? own : "" });
        }
      }
    }
  };
  for (const [at, block] of blocks.entries()) {
    visit(block, { at, label: "" });
  }
  return entries;
}

interface Links {
  readonly linked: ReadonlyMap<Paragraph, Target>;
  readonly anchors: ReadonlyMap<Heading, string>;
}

function replaced(block: Block, links: Links): Block {
  switch (block.kind) {
    case "heading": {
      const anchor = links.anchors.get(block);
      return anchor === undefined ? block : { ...block, anchor };
    }
    case "paragraph": {
      const target = links.linked.get(block);
      return target === undefined ? block : { ...block, spans: linkedSpans(block.spans, `#${target.anchor}`) };
    }
    case "list":
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, blocks: item.blocks.map((inner) => replaced(inner, links)) })),
      } satisfies List;
    case "table":
    case "code":
    case "quote":
    case "figure":
    case "footnote":
    case "running":
      return block;
  }
}

/** Links the spans of an entry up to its page number. */
function linkedSpans(spans: readonly Span[], href: string): Span[] {
  const text = textOf(spans);
  let left = text.replace(PAGE_NUMBER, "").length;
  return spans.flatMap((span): Span[] => {
    const inside = span.text.slice(0, Math.max(0, left));
    const rest = span.text.slice(inside.length);
    left -= span.text.length;
    return [
      ...(inside === "" ? [] : [{ ...span, text: inside, href }]),
      ...(rest === "" ? [] : [{ ...span, text: rest }]),
    ];
  });
}
