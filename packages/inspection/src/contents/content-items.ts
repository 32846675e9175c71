import {
  asDict,
  type Bounds,
  type CosDocument,
  type CosValue,
  contentOperations,
  Dict,
  decodeStream,
  Name,
  resolve,
  resource,
  type Stream,
} from "@quire/cos";
import { contentOf, type FoundImage, imageOf, streamOfInlineImage } from "@quire/images";
import { IDENTITY, type Matrix, matrixOf, product } from "./matrix.ts";

/** What a content stream shows, in its own coordinates. */
export type ContentItem =
  | { readonly kind: "font"; readonly raw: CosValue; readonly dict: Dict }
  | { readonly kind: "image"; readonly image: FoundImage; readonly isInline: boolean; readonly matrix: Matrix }
  /** A form, pattern or soft mask, and the transformation from its coordinates. */
  | { readonly kind: "content"; readonly content: NestedContent; readonly matrix: Matrix };

export interface NestedContent {
  /** The identity: the reference, or the stream. */
  readonly key: CosValue;
  readonly stream: Stream;
  readonly resources: Dict | undefined;
  readonly hasOwnResources: boolean;
}

interface Reading {
  readonly resources: Dict | undefined;
  readonly document: CosDocument;
  readonly bounds: Bounds;
}

/** Returns what a form, pattern or the like shows. */
export function itemsOfNested(content: NestedContent, { document, bounds }: Omit<Reading, "resources">): ContentItem[] {
  const { bytes, remaining } = decodeStream(content.stream, bounds);
  return remaining.length > 0 ? [] : itemsOfContent(bytes, { resources: content.resources, document, bounds });
}

/**
 * Returns what a content stream shows. Each font and each pattern is named once, images and forms as often as they are
 * drawn.
 * @throws CosError `too_complex`
 */
export function itemsOfContent(bytes: Uint8Array, { resources, document, bounds }: Reading): ContentItem[] {
  const reader = new ItemReader(resources);
  for (const { operator, operands, inlineImage } of contentOperations(bytes, { source: document, bounds })) {
    switch (operator) {
      case "q":
        reader.save();
        break;
      case "Q":
        reader.restore();
        break;
      case "cm":
        reader.concatenate(operands);
        break;
      case "Do":
        reader.draw(nameAt(operands, -1));
        break;
      case "BI":
        if (inlineImage !== undefined) {
          const image = { stream: streamOfInlineImage(inlineImage, resources), ref: undefined };
          reader.add({ kind: "image", image, isInline: true, matrix: reader.matrix });
        }
        break;
      case "Tf":
        reader.selectFont(nameAt(operands, -2));
        break;
      case "gs":
        reader.setState(nameAt(operands, -1));
        break;
      case "scn":
      case "SCN":
        reader.setPattern(nameAt(operands, -1));
        break;
      default:
    }
  }
  return reader.items;
}

function nameAt(operands: readonly CosValue[], index: number): string | undefined {
  const operand = resolve(operands.at(index));
  return operand instanceof Name ? operand.value : undefined;
}

/** Saved states beyond this depth are of no use: viewers give up before. */
const MAX_SAVED = 1000;

class ItemReader {
  readonly items: ContentItem[] = [];
  matrix: Matrix = IDENTITY;
  readonly #saved: Matrix[] = [];
  readonly #known = new Set<string>();
  readonly #resources: Dict | undefined;

  constructor(resources: Dict | undefined) {
    this.#resources = resources;
  }

  add(item: ContentItem): void {
    this.items.push(item);
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED) {
      this.#saved.push(this.matrix);
    }
  }

  restore(): void {
    this.matrix = this.#saved.pop() ?? this.matrix;
  }

  concatenate(operands: CosValue[]): void {
    const matrix = matrixOf(operands.slice(-6));
    if (matrix !== undefined) {
      this.matrix = product(matrix, this.matrix);
    }
  }

  draw(name: string | undefined): void {
    const raw = this.#raw("XObject", name);
    const image = imageOf(raw);
    if (image) {
      this.add({ kind: "image", image, isInline: false, matrix: this.matrix });
    } else {
      this.#addContent(raw, this.matrix);
    }
  }

  selectFont(name: string | undefined): void {
    const raw = this.#raw("Font", name);
    const dict = resolve(raw);
    if (dict instanceof Dict && this.#isNew(`Font/${name}`)) {
      this.add({ kind: "font", raw, dict });
    }
  }

  /** A state may select a font (ISO 32000-2, table 57), and a mask that is content of its own. */
  setState(name: string | undefined): void {
    const state = asDict(resource(this.#resources, "ExtGState", name ?? ""));
    if (state === undefined) {
      return;
    }
    const [raw] = state.array("Font") ?? [];
    const font = resolve(raw);
    if (raw !== undefined && font instanceof Dict && this.#isNew(`ExtGState/${name}`)) {
      this.add({ kind: "font", raw, dict: font });
    }
    this.#addContent(state.dict("SMask")?.raw("G") ?? null, this.matrix);
  }

  /** The coordinates of a pattern's cell are those of the content that it is in (8.7.3.1). */
  setPattern(name: string | undefined): void {
    if (name !== undefined && this.#isNew(`Pattern/${name}`)) {
      this.#addContent(this.#raw("Pattern", name), IDENTITY);
    }
  }

  #raw(category: "XObject" | "Font" | "Pattern", name: string | undefined): CosValue {
    return name === undefined ? null : (this.#resources?.dict(category)?.raw(name) ?? null);
  }

  #addContent(raw: CosValue, around: Matrix): void {
    const content = nestedContent(raw, this.#resources);
    if (content !== undefined) {
      const own = matrixOf(content.stream.dict.array("Matrix")) ?? IDENTITY;
      this.add({ kind: "content", content, matrix: product(own, around) });
    }
  }

  #isNew(item: string): boolean {
    const before = this.#known.size;
    this.#known.add(item);
    return this.#known.size > before;
  }
}

/** Returns the content that a value is; undefined for one that is no stream, and for PostScript, which nobody draws. */
export function nestedContent(raw: CosValue, around: Dict | undefined): NestedContent | undefined {
  const content = contentOf(raw, around);
  if (content === undefined || content.stream.dict.name("Subtype") === "PS") {
    return undefined;
  }
  const { key, stream, resources } = content;
  return { key, stream, resources, hasOwnResources: stream.dict.dict("Resources") !== undefined };
}
