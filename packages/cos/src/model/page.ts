import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type Decoded, decodeStream } from "../filters/decode.ts";
import { asDict, type CosDirect, type CosValue, type Dict, type Ref, resolve, Stream } from "../objects.ts";
import { intersection, isEmptyRectangle, type Rectangle, rectangleOf } from "./rectangle.ts";

/** The attributes that a page can inherit from the nodes above it (ISO 32000-2, 7.7.3.4, table 31). */
export const INHERITABLE = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
export type InheritableKey = (typeof INHERITABLE)[number];
/** The attributes of the nodes above a page, values as they stand there, none of them null. */
export type Inherited = ReadonlyMap<InheritableKey, CosValue>;

/** A leaf of the page tree (7.7.3.3). A page that the tree has twice gives two instances, of one dictionary. */
export class Page {
  /** The reference to the page; undefined when the dictionary is written directly in its parent's array. */
  readonly ref: Ref | undefined;
  readonly dict: Dict;
  /** The page's place in the document, from 0. */
  readonly index: number;
  readonly #inherited: Inherited;

  constructor(leaf: { ref: Ref | undefined; dict: Dict; index: number; inherited: Inherited }) {
    this.ref = leaf.ref;
    this.dict = leaf.dict;
    this.index = leaf.index;
    this.#inherited = leaf.inherited;
  }

  /** Returns the attribute as it is written in the page, or else in the nearest node above it that has it. */
  rawAttribute(key: InheritableKey): CosValue | undefined {
    return this.dict.has(key) ? this.dict.raw(key) : this.#inherited.get(key);
  }

  attribute(key: InheritableKey): CosDirect {
    return resolve(this.rawAttribute(key));
  }

  get resources(): Dict | undefined {
    return asDict(this.attribute("Resources"));
  }

  /**
   * The media box in default user space units. It is Letter size when there is none, or an empty one, as in the readers
   * in use.
   */
  get mediaBox(): Rectangle {
    const box = rectangleOf(this.attribute("MediaBox"));
    return box && !isEmptyRectangle(box) ? box : LETTER;
  }

  /**
   * The part of the page that is shown, in default user space units: the crop box within the media box (14.11.2.1), or
   * the whole media box when nothing is left of it.
   */
  get cropBox(): Rectangle {
    const mediaBox = this.mediaBox;
    const box = rectangleOf(this.attribute("CropBox"));
    return (box && intersection(box, mediaBox)) ?? mediaBox;
  }

  /** The rotation in degrees clockwise. A value that is not a multiple of 90 is rounded towards 0. */
  get rotate(): 0 | 90 | 180 | 270 {
    const value = this.attribute("Rotate");
    const quarters = typeof value === "number" ? Math.trunc(value / 90) % 4 : 0;
    return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
  }

  /** The length of a unit of default user space, in points. */
  get userUnit(): number {
    const value = this.dict.number("UserUnit");
    return value !== undefined && value > 0 && Number.isFinite(value) ? value : 1;
  }

  /** The width of the crop box after rotation, in points. */
  get widthPt(): number {
    return this.rotate % 180 === 0 ? this.#cropWidthPt : this.#cropHeightPt;
  }

  get heightPt(): number {
    return this.rotate % 180 === 0 ? this.#cropHeightPt : this.#cropWidthPt;
  }

  /**
   * Returns the content streams, decoded, with white-space between them (7.8.2), and reports which of them could not be
   * read. `decode` is how each of them is decoded: by its filters, unless it is set.
   * @throws CosError `too_complex` when they are longer than the bounds allow.
   */
  contents(bounds: Bounds, decode: (stream: Stream, bounds: Bounds) => Decoded = decodeStream): PageContents {
    const value = this.dict.get("Contents");
    const damage: string[] = [];
    const parts: Uint8Array[] = [];
    let lengthBytes = 0;
    for (const element of Array.isArray(value) ? value : value === null ? [] : [value]) {
      bounds.step();
      const stream = resolve(element);
      if (stream instanceof Stream) {
        const decoded = contentOf(decode(stream, bounds), damage);
        lengthBytes += decoded.length + 1;
        checkLength(lengthBytes, bounds);
        parts.push(decoded);
      } else {
        tell(damage, NO_CONTENT_STREAM);
      }
    }
    return { bytes: parts.length === 1 && parts[0] ? parts[0] : joined(parts, lengthBytes, bounds), damage };
  }

  get #cropWidthPt(): number {
    const { left, right } = this.cropBox;
    return (right - left) * this.userUnit;
  }

  get #cropHeightPt(): number {
    const { bottom, top } = this.cropBox;
    return (top - bottom) * this.userUnit;
  }
}

/** What the damage of contents says of a part of them that is no stream. */
export const NO_CONTENT_STREAM = "A part of the page's contents is no stream, and was left out.";

export interface PageContents {
  /** The decoded bytes. Callers must not change them, because they may be those of the file. */
  readonly bytes: Uint8Array;
  readonly damage: readonly string[];
}

const LETTER: Rectangle = { left: 0, bottom: 0, right: 612, top: 792 };
const LINE_FEED = 0x0a;
/**
 * The maximum number of sentences of `damage`: enough to see what is wrong, while a page may have a million broken
 * parts.
 */
const MAX_DAMAGE = 20;

function contentOf(decoded: Decoded, damage: string[]): Uint8Array {
  if (decoded.damage !== undefined) {
    tell(damage, decoded.damage);
  }
  const [image] = decoded.remaining;
  if (image) {
    tell(damage, `A part of the page's contents is encoded with ${image.filter.slice(0, 40)}, and was left out.`);
    return decoded.bytes.subarray(0, 0);
  }
  return decoded.bytes;
}

function checkLength(lengthBytes: number, bounds: Bounds): void {
  if (lengthBytes > Math.max(bounds.decodableBytes, 1)) {
    throw new CosError("too_complex", "The contents of a page have more bytes than are left for them.");
  }
}

function joined(parts: readonly Uint8Array[], lengthBytes: number, bounds: Bounds): Uint8Array {
  bounds.spendBytes(lengthBytes);
  const bytes = new Uint8Array(lengthBytes);
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
    bytes[position++] = LINE_FEED;
  }
  return bytes;
}

function tell(damage: string[], message: string): void {
  if (damage.length < MAX_DAMAGE) {
    damage.push(message);
  }
}
