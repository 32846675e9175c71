import { type Bounds, type CosArray, type Dict, resolve } from "@quire/cos";

/** Returns a width of the font dictionary in glyph space: thousandths of text space in all fonts except Type 3. */
export type DictionaryWidths = (codeOrCid: number) => number | undefined;

/**
 * Returns the widths of a simple font (ISO 32000-2, 9.6.2.1): outside of FirstChar to LastChar, the width is the
 * descriptor's MissingWidth.
 */
export function simpleWidths(font: Dict): DictionaryWidths {
  const widths = font.array("Widths");
  const first = font.integer("FirstChar");
  if (widths === undefined || first === undefined) {
    return () => undefined;
  }
  const missing = font.dict("FontDescriptor")?.number("MissingWidth") ?? 0;
  const last = font.integer("LastChar") ?? first + widths.length - 1;
  return (code) => {
    if (code < first || code > last) {
      return missing;
    }
    const width = resolve(widths[code - first]);
    return typeof width === "number" ? width : missing;
  };
}

/**
 * Returns the widths of a CIDFont (9.7.4.3): W has `first [widths]` and `first last width`, DW is the width of all
 * others.
 */
export function cidWidths(font: Dict, bounds: Bounds): DictionaryWidths {
  const otherwise = font.number("DW") ?? 1000;
  const listed = new Map<number, number>();
  const ranges: { readonly first: number; readonly last: number; readonly width: number }[] = [];
  const array = font.array("W") ?? [];
  for (let index = 0; index + 1 < array.length; ) {
    bounds.step();
    const first = resolve(array[index]);
    const second = resolve(array[index + 1]);
    if (typeof first !== "number") {
      index += 1;
    } else if (Array.isArray(second)) {
      addListed(listed, { first, widths: second, bounds });
      index += 2;
    } else {
      const width = resolve(array[index + 2]);
      if (typeof second === "number" && typeof width === "number") {
        ranges.push({ first, last: second, width });
      }
      index += 3;
    }
  }
  return (cid) => listed.get(cid) ?? ranges.find(({ first, last }) => cid >= first && cid <= last)?.width ?? otherwise;
}

function addListed(
  listed: Map<number, number>,
  { first, widths, bounds }: { readonly first: number; readonly widths: CosArray; readonly bounds: Bounds },
): void {
  for (const [offset, value] of widths.entries()) {
    bounds.step();
    const width = resolve(value);
    if (typeof width === "number") {
      listed.set(first + offset, width);
    }
  }
}
