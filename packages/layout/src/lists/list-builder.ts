import type { Block, List, ListItem, Place } from "../blocks.ts";
import { isNextOf, type Marker } from "./markers.ts";

/** The distance, in ems, within which markers are of one level. */
const SAME_LEVEL_EM = 0.6;

interface OpenItem {
  readonly label: string;
  readonly blocks: (Block | OpenList)[];
}

interface OpenList {
  readonly place: Place;
  readonly x: number;
  textX: number;
  readonly first: Marker;
  last: Marker;
  readonly items: OpenItem[];
}

/** An item's place: where its marker and its text begin, in points from the left of its column. */
export interface ItemPlace {
  readonly marker: Marker;
  readonly x: number;
  readonly textX: number;
  readonly sizePt: number;
}

/** Builds nested lists of items and the blocks that belong to them, by their indents. */
export class ListBuilder {
  readonly #done: (Block | OpenList)[] = [];
  readonly #keepsPagesApart: boolean;
  #stack: OpenList[] = [];
  #page = 0;

  /** With `keepsPagesApart` a list ends with its page, and what follows begins another. */
  constructor(keepsPagesApart: boolean) {
    this.#keepsPagesApart = keepsPagesApart;
  }

  addItem(block: Block, { marker, x, textX, sizePt }: ItemPlace): void {
    this.#turnTo(block.page);
    const slack = SAME_LEVEL_EM * sizePt;
    while (this.#stack.length > 0 && x < (this.#stack.at(-1)?.x ?? 0) - slack) {
      this.#stack.pop();
    }
    const top = this.#stack.at(-1);
    const isSameLevel = top !== undefined && x <= top.x + slack;
    if (top !== undefined && isSameLevel && isOfList(top, marker)) {
      top.items.push({ label: marker.label, blocks: [block] });
      top.last = marker;
      top.textX = textX;
      return;
    }
    if (isSameLevel) {
      this.#stack.pop();
    }
    const list: OpenList = {
      place: { page: block.page, box: block.box },
      x,
      textX,
      first: marker,
      last: marker,
      items: [{ label: marker.label, blocks: [block] }],
    };
    const parent = this.#stack.at(-1);
    (parent?.items.at(-1)?.blocks ?? this.#done).push(list);
    this.#stack.push(list);
  }

  /** Adds a block without a marker: part of the item at whose text it stands, or the end of the list. */
  add(block: Block, { x, sizePt }: { readonly x: number; readonly sizePt: number }): void {
    this.#turnTo(block.page);
    while (this.#stack.length > 0 && x < (this.#stack.at(-1)?.textX ?? 0) - SAME_LEVEL_EM * sizePt) {
      this.#stack.pop();
    }
    (this.#stack.at(-1)?.items.at(-1)?.blocks ?? this.#done).push(block);
  }

  /** Adds a block that belongs to no list; open lists end before it. */
  addOutside(block: Block): void {
    this.#stack = [];
    this.#done.push(block);
  }

  blocks(): Block[] {
    return this.#done.map(closed);
  }

  #turnTo(page: number): void {
    if (this.#keepsPagesApart && page !== this.#page) {
      this.#stack = [];
    }
    this.#page = page;
  }
}

function isOfList({ last, first }: OpenList, marker: Marker): boolean {
  if (first.kind === "bullet" || marker.kind === "bullet") {
    return first.kind === marker.kind;
  }
  return (
    isNextOf(last, marker) || (last.form === marker.form && last.kind === marker.kind && marker.value > last.value)
  );
}

function closed(block: Block | OpenList): Block {
  if (!("items" in block) || "kind" in block) {
    return block;
  }
  const items = block.items.map(({ label, blocks }): ListItem => ({ label, blocks: blocks.map(closed) }));
  const isOrdered = block.first.kind !== "bullet";
  return {
    kind: "list",
    ...block.place,
    isOrdered,
    start: isOrdered ? block.first.value : 1,
    items,
  } satisfies List;
}
