import {
  asDict,
  type Bounds,
  type CosValue,
  contentOperations,
  type Dict,
  decodeStream,
  isName,
  Name,
  type ObjectSource,
  type Operation,
  Ref,
  resolve,
  resource,
  Stream,
} from "@quire/cos";
import type { FoundImage } from "./found-image.ts";
import { streamOfInlineImage } from "./inline-image.ts";
import { mayDrawImages } from "./may-draw-images.ts";

/** An image or nested content that a content stream (ISO 32000-2, 7.8.2) leads to. */
export type ContentItem =
  | { readonly kind: "image"; readonly image: FoundImage }
  | { readonly kind: "content"; readonly content: Content };

/** A content stream within other content. */
export interface Content {
  /** The identity of the content: its reference where there is one, otherwise the stream itself. */
  readonly key: CosValue;
  readonly stream: Stream;
  /** The resources of the stream itself, or else those of the surrounding content (7.8.3). */
  readonly resources: Dict | undefined;
  /**
   * Whether the content is the shape of a character rather than a picture: its stencil masks are then no images
   * (9.6.4).
   */
  readonly isGlyph: boolean;
}

export interface ReadContext {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
}

/** Returns the images and contents that `content` leads to, in its order. Names without a resource are left out. */
export function itemsOfContent(content: Content, context: ReadContext): ContentItem[] {
  const decoded = decodeStream(content.stream, context.bounds);
  const isContent = decoded.remaining.length === 0;
  return isContent ? itemsOf({ ...content, bytes: decoded.bytes }, context) : [];
}

/** Returns the images and contents that bytes which are decoded already lead to; see `itemsOfContent`. */
export function itemsOf(
  content: Pick<Content, "resources" | "isGlyph"> & { readonly bytes: Uint8Array },
  { source, bounds }: ReadContext,
): ContentItem[] {
  const { bytes, resources, isGlyph } = content;
  const items: ContentItem[] = [];
  if (!mayDrawImages(bytes, resources, bounds)) {
    return items;
  }
  // A page may name the same font or pattern ten thousand times.
  const known = new Set<string>();
  for (const operation of contentOperations(bytes, { source, bounds })) {
    if (operation.inlineImage) {
      const stream = streamOfInlineImage(operation.inlineImage, resources);
      items.push({ kind: "image", image: { stream, ref: undefined } });
      continue;
    }
    const category = CATEGORIES.get(operation.operator);
    const name = category === undefined ? undefined : nameIn(operation);
    if (category !== undefined && name !== undefined && isNew(known, `${category}/${name}`)) {
      addResource(items, { category, name, resources, bounds });
    }
  }
  return isGlyph ? items.filter((item) => item.kind === "content" || !isStencil(item.image)) : items;
}

type Category = "XObject" | "Pattern" | "ExtGState" | "Font";

const CATEGORIES: ReadonlyMap<string, Category> = new Map([
  ["Do", "XObject"],
  ["scn", "Pattern"],
  ["SCN", "Pattern"],
  ["gs", "ExtGState"],
  ["Tf", "Font"],
]);

/** Returns the resource name of an operation: the last operand, except in `Tf`, where the size follows it. */
function nameIn({ operator, operands }: Operation): string | undefined {
  const operand = resolve(operands.at(operator === "Tf" ? -2 : -1));
  return operand instanceof Name ? operand.value : undefined;
}

interface NamedResource {
  readonly category: Category;
  readonly name: string;
  readonly resources: Dict | undefined;
  readonly bounds: Bounds;
}

function addResource(items: ContentItem[], { category, name, resources, bounds }: NamedResource): void {
  const raw = resources?.dict(category)?.raw(name) ?? null;
  switch (category) {
    case "XObject":
      return addXObject(items, raw, resources);
    case "Pattern":
      return addContent(items, raw, resources, { isGlyph: false });
    case "ExtGState": {
      const group = asDict(resource(resources, "ExtGState", name))
        ?.dict("SMask")
        ?.raw("G");
      return addContent(items, group ?? null, resources, { isGlyph: false });
    }
    case "Font":
      return addGlyphs(items, asDict(resolve(raw)), resources, bounds);
  }
}

function addXObject(items: ContentItem[], raw: CosValue, resources: Dict | undefined): void {
  const image = imageOf(raw);
  if (image) {
    items.push({ kind: "image", image });
  } else if (isForm(resolve(raw))) {
    addContent(items, raw, resources, { isGlyph: false });
  }
}

/**
 * Returns whether a value is a form XObject. Subtype is required, but other readers also accept streams without it that
 * are forms otherwise.
 */
const isForm = (value: CosValue): boolean => value instanceof Stream && value.dict.name("Subtype") !== "PS";

/** Returns the image XObject that a value is; undefined when it is none. */
export function imageOf(raw: CosValue): FoundImage | undefined {
  const stream = resolve(raw);
  const isImage = stream instanceof Stream && isName(stream.dict.get("Subtype"), "Image");
  return isImage ? { stream, ref: raw instanceof Ref ? raw : undefined } : undefined;
}

/** Adds the content of a form, a tiling pattern or a glyph. */
function addContent(
  items: ContentItem[],
  raw: CosValue,
  around: Dict | undefined,
  { isGlyph }: { isGlyph: boolean },
): void {
  const content = contentOf(raw, around, isGlyph);
  if (content) {
    items.push({ kind: "content", content });
  }
}

/** Returns the content that a value is; undefined when the value is no stream. */
export function contentOf(raw: CosValue, around: Dict | undefined, isGlyph = false): Content | undefined {
  const stream = resolve(raw);
  return stream instanceof Stream
    ? { key: raw, stream, resources: stream.dict.dict("Resources") ?? around, isGlyph }
    : undefined;
}

/** Adds the glyph procedures of a Type 3 font (9.6.4), whichever of them are shown. */
function addGlyphs(items: ContentItem[], font: Dict | undefined, around: Dict | undefined, bounds: Bounds): void {
  const procedures = font?.name("Subtype") === "Type3" ? font.dict("CharProcs") : undefined;
  for (const raw of procedures?.entries.values() ?? []) {
    bounds.step();
    addContent(items, raw, font?.dict("Resources") ?? around, { isGlyph: true });
  }
}

const isStencil = ({ stream }: FoundImage): boolean => stream.dict.boolean("ImageMask") === true;

function isNew(known: Set<string>, item: string): boolean {
  const before = known.size;
  known.add(item);
  return known.size > before;
}
