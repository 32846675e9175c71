import { decodeStream } from "../filters/decode.ts";
import { type Dict, isName, Stream } from "../objects.ts";
import type { IndirectObject } from "../syntax/facts.ts";
import { parseIndirectObject } from "../syntax/parser.ts";
import { XrefDamage } from "./repairs.ts";
import type { XrefContext } from "./xref-context.ts";
import { XrefKind } from "./xref-entries.ts";

/** A cross-reference stream (ISO 32000-2, 7.5.8). Offsets are from the start of the bytes. */
export interface XrefStreamSection {
  readonly kind: "stream";
  /** The offset of the object's number. */
  readonly offset: number;
  /** The offset after `endobj`. */
  readonly endOffset: number;
  readonly object: IndirectObject;
  /** The dictionary of the stream. */
  readonly trailer: Dict;
}

/**
 * Reads the stream whose object is at `offset` and sets its entries, except for those that a newer section has.
 * @throws XrefDamage when there is no cross-reference stream, or its dictionary or data contradict themselves.
 */
export function readXrefStream(offset: number, context: XrefContext): XrefStreamSection {
  const object = parseIndirectObject(context.bytes, offset, { ...context.parse, facts: [] });
  if (
    object?.location.kind !== "file" ||
    !(object.value instanceof Stream) ||
    !isName(object.value.dict.get("Type"), "XRef")
  ) {
    throw new XrefDamage("There is no cross-reference section.", offset);
  }
  const { dict } = object.value;
  const { bytes: rows } = decodeStream(object.value, context.bounds);
  setEntries(rows, dict, object.location.offset, context);
  return {
    kind: "stream",
    offset: object.location.offset,
    endOffset: object.location.endOffset,
    object,
    trailer: dict,
  };
}

function setEntries(rows: Uint8Array, dict: Dict, offset: number, context: XrefContext): void {
  const [typeWidth, placeWidth, detailWidth] = widths(dict, offset);
  const rowBytes = typeWidth + placeWidth + detailWidth;
  const { entries, bounds, log, offsetBase } = context;
  let at = 0;
  let beyondBounds = 0;
  for (const [first, count] of subsections(dict, offset)) {
    if (count > (rows.length - at) / rowBytes) {
      throw new XrefDamage("A cross-reference stream has fewer entries than it says.", offset);
    }
    for (let number = first; number < first + count; number++) {
      bounds.step();
      // Table 17: the default of the type is 1.
      const type = typeWidth === 0 ? 1 : field(rows, at, typeWidth);
      const place = field(rows, at + typeWidth, placeWidth);
      const detail = field(rows, at + typeWidth + placeWidth, detailWidth);
      at += rowBytes;
      let isSet = true;
      if (type === 1) {
        isSet = entries.setIfNone(number, XrefKind.file, place === 0 ? 0 : offsetBase + place, detail);
      } else if (type === 2) {
        isSet = entries.setIfNone(number, XrefKind.objectStream, place, detail);
      } else if (type === 0) {
        entries.setIfNone(number, XrefKind.free, 0, detail);
      }
      beyondBounds += isSet ? 0 : 1;
    }
  }
  if (at < rows.length) {
    log.add("xref-entry", "A cross-reference stream has more entries than it says.", { offset });
  }
  if (beyondBounds > 0) {
    const message = `${beyondBounds} objects with numbers above ${bounds.maxObjects} are left out.`;
    log.add("object-number", message, { offset });
  }
}

function field(rows: Uint8Array, offset: number, width: number): number {
  let value = 0;
  for (let at = offset; at < offset + width; at++) {
    value = value * 256 + (rows[at] ?? 0);
  }
  return value;
}

function widths(dict: Dict, offset: number): [number, number, number] {
  const array = dict.array("W") ?? [];
  const [type, place, detail] = array;
  if (isWidth(type) && isWidth(place) && isWidth(detail) && type + place + detail > 0) {
    return [type, place, detail];
  }
  throw new XrefDamage("/W of a cross-reference stream is not three widths.", offset);
}

const isWidth = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 8;

function subsections(dict: Dict, offset: number): [number, number][] {
  const size = dict.integer("Size");
  if (size === undefined || size < 0) {
    throw new XrefDamage("/Size of a cross-reference stream is no integer.", offset);
  }
  const index = dict.get("Index");
  if (index === null) {
    return [[0, size]];
  }
  if (!Array.isArray(index) || index.length % 2 !== 0 || !index.every(isCount)) {
    throw new XrefDamage("/Index of a cross-reference stream is not pairs of integers.", offset);
  }
  const pairs: [number, number][] = [];
  for (let at = 0; at < index.length; at += 2) {
    pairs.push([index[at] ?? 0, index[at + 1] ?? 0]);
  }
  return pairs;
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
