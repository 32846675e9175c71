import type { Dict } from "@quire/cos";
import type { Point } from "./scan-content.ts";

/** The longest text of a piece of marked content that is kept, in UTF-16 units. */
const MAX_PIECE = 2000;

interface Piece {
  text: string;
  hasPainting: boolean;
  /** The upper left corner of the first text or image, in the page's or the form's coordinates. */
  point?: Point;
}

/** What marked content shows, by the page or form that it is in, and its identifier (ISO 32000-2, 14.7.5.1). */
export class ContentText {
  readonly #pieces = new Map<Dict, Map<number, Piece>>();

  add(owner: Dict, mcid: number, text: string): void {
    const piece = this.#piece(owner, mcid);
    if (piece.text.length < MAX_PIECE) {
      piece.text += text;
    }
  }

  addPainting(owner: Dict, mcid: number | undefined): void {
    if (mcid !== undefined) {
      this.#piece(owner, mcid).hasPainting = true;
    }
  }

  setPoint(owner: Dict, mcid: number, point: Point): void {
    this.#piece(owner, mcid).point = point;
  }

  /** Yields the identifiers of what has a place in a page, with the place. */
  *pointsIn(page: Dict): Generator<readonly [number, Point]> {
    for (const [mcid, { point }] of this.#pieces.get(page) ?? []) {
      if (point !== undefined) {
        yield [mcid, point];
      }
    }
  }

  textOf(owner: Dict | undefined, mcid: number): string {
    return (owner && this.#pieces.get(owner)?.get(mcid)?.text) ?? "";
  }

  /** Returns whether anything but text is shown. */
  hasPainting(owner: Dict | undefined, mcid: number): boolean {
    return (owner && this.#pieces.get(owner)?.get(mcid)?.hasPainting) ?? false;
  }

  /** Returns the beginning of the text of all content, in the order in which it is shown. */
  beginning(maxCharacters: number): string {
    let text = "";
    for (const pieces of this.#pieces.values()) {
      for (const piece of pieces.values()) {
        if (text.length >= maxCharacters) {
          return text;
        }
        text += ` ${piece.text}`;
      }
    }
    return text;
  }

  /** Returns the first text that is not empty; white space is one space. */
  first(): string {
    for (const pieces of this.#pieces.values()) {
      for (const { text } of pieces.values()) {
        const own = text.replaceAll(/\s+/g, " ").trim();
        if (own !== "") {
          return own;
        }
      }
    }
    return "";
  }

  #piece(owner: Dict, mcid: number): Piece {
    const pieces = this.#pieces.get(owner) ?? new Map<number, Piece>();
    this.#pieces.set(owner, pieces);
    const piece = pieces.get(mcid) ?? { text: "", hasPainting: false };
    pieces.set(mcid, piece);
    return piece;
  }
}
