import type { RoleKind } from "../tree/roles.ts";
import {
  contentOf,
  isElsewhere,
  isNode,
  rangeOf,
  type TagChild,
  type TagContent,
  type TagNode,
} from "../tree/tag-tree.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";
import { figureOf } from "./figure-of-tag.ts";
import { linesOfContent, type TaggedLine } from "./lines-of-content.ts";
import { listOf } from "./list-of-tag.ts";
import { type HeadingRole, linesOfParts, type Part, type TagReading } from "./parts.ts";
import { tableOf } from "./table-of-tag.ts";

type TaggedPages = ReadonlyMap<number, TaggedPage>;

/** Reads sibling elements as parts. Text between them that is in none of them is a paragraph. */
export function partsOfTags(children: readonly TagChild[], pages: TaggedPages): Part[] {
  const reading: TagReading = { pages, range: rangeOf(pages.keys()), partsOf: (own) => partsIn(own, reading) };
  return partsIn(children, reading);
}

function partsIn(children: readonly TagChild[], reading: TagReading): Part[] {
  const parts = new Parts(reading);
  parts.addAll(children);
  return parts.finished();
}

/** The kinds of elements that part no text. */
const WITHIN_TEXT: ReadonlySet<RoleKind> = new Set<RoleKind>([
  "artifact",
  "inline",
  "label",
  "transparent",
  "note",
  "figure",
]);

/** The surroundings of the children of an element. */
interface Around {
  /** The number of groups around them. */
  readonly depth: number;
  readonly heading: HeadingRole | undefined;
}

class Parts {
  readonly #reading: TagReading;
  readonly #parts: Part[] = [];
  #around: Around = { depth: 0, heading: undefined };
  /** The content of the text that is open. */
  #content: TagContent[] = [];
  #codeContent = 0;
  /** Notes and figures within a text, which do not part it. */
  #after: Part[] = [];

  constructor(reading: TagReading) {
    this.#reading = reading;
  }

  addAll(children: readonly TagChild[]): void {
    for (const child of children) {
      if (isNode(child)) {
        this.#addNode(child);
      } else {
        this.#content.push(child);
      }
    }
  }

  finished(): Part[] {
    this.#close();
    return this.#parts;
  }

  #addNode(node: TagNode): void {
    if (isElsewhere(node, this.#reading.range)) {
      // An element on other pages parts the text around it all the same.
      if (!WITHIN_TEXT.has(node.kind)) {
        this.#close();
      }
      return;
    }
    switch (node.kind) {
      case "artifact":
        break;
      case "inline":
      case "label":
        this.#addInline(node);
        break;
      case "transparent":
        this.addAll(node.children);
        break;
      case "note":
        this.#addNote(node);
        break;
      case "figure":
        this.#addBeside(figureOf(node, this.#reading));
        break;
      case "group":
      case "paragraph":
      // Outside of a table or a list they are what their text is.
      case "item":
      case "rows":
      case "row":
      case "cell":
        this.#addApart(node, { ...this.#around, depth: this.#around.depth + (node.role === "P" ? 0 : 1) });
        break;
      case "heading": {
        const { level, role } = node;
        this.#addApart(node, { ...this.#around, heading: { level, role, depth: this.#around.depth } });
        break;
      }
      case "list":
      case "contents":
        this.#addBlocks(listOf(node, this.#reading));
        break;
      case "table":
        this.#addBlocks(tableOf(node, this.#reading));
        break;
      case "quote":
        this.#addBlocks([{ kind: "quote", parts: this.#reading.partsOf(node.children) }]);
        break;
      case "caption":
        this.#addBlocks([{ kind: "caption", lines: linesOfParts(this.#reading.partsOf(node.children)) }]);
        break;
    }
  }

  #addInline(node: TagNode): void {
    const before = this.#content.length;
    this.addAll(node.children);
    if (node.role === "Code") {
      this.#codeContent += Math.max(0, this.#content.length - before);
    }
  }

  #addApart(node: TagNode, around: Around): void {
    this.#close();
    const outer = this.#around;
    this.#around = around;
    this.addAll(node.children);
    this.#close();
    this.#around = outer;
  }

  #addBlocks(parts: readonly Part[]): void {
    this.#close();
    append(this.#parts, parts);
  }

  /** Adds parts behind the text that is open, so as not to part it. */
  #addBeside(parts: readonly Part[]): void {
    append(this.#content.length === 0 ? this.#parts : this.#after, parts);
  }

  #addNote(node: TagNode): void {
    const lines = linesOfContent(contentOf(node), this.#reading.pages);
    if (isMark(lines)) {
      append(this.#content, contentOf(node));
    } else if (lines.length > 0) {
      this.#addBeside([{ kind: "note", lines }]);
    }
  }

  #close(): void {
    const lines = this.#content.length === 0 ? [] : linesOfContent(this.#content, this.#reading.pages);
    if (lines.length > 0) {
      const isCode = this.#codeContent === this.#content.length;
      this.#parts.push({ kind: "text", lines, heading: this.#around.heading, isCode });
    }
    append(this.#parts, this.#after);
    this.#content = [];
    this.#codeContent = 0;
    this.#after = [];
  }
}

/** Appends items without the limit that arguments have. */
function append<Item>(items: Item[], more: Iterable<Item>): void {
  for (const item of more) {
    items.push(item);
  }
}

/** The greatest number of letters of a mark: some producers tag the raised mark in the text as the note. */
const MOST_MARK_LETTERS = 4;
const isMark = (lines: readonly TaggedLine[]): boolean =>
  lines.length === 1 && lines.every(({ text }) => text.length <= MOST_MARK_LETTERS);
