import { type Bounds, CosString, type Dict, decodeStream, decodeTextString, Stream } from "@quire/cos";
import { readXml, XmlError } from "@quire/xmp";

/** Returns the text of a text string or text stream (ISO 32000-2, 7.9.3); undefined where there is none. */
export function stringOrStream(dict: Dict, key: string, bounds: Bounds): string | undefined {
  const value = dict.get(key);
  if (value instanceof Stream) {
    const { bytes, remaining } = decodeStream(value, bounds);
    return remaining.length > 0 ? undefined : decodeTextString(bytes);
  }
  return value instanceof CosString ? decodeTextString(value.bytes) : undefined;
}

/** Returns the text of rich text (12.7.4.4), without its elements; undefined where there is none that can be read. */
export function richTextOf(dict: Dict, key: string, bounds: Bounds): string | undefined {
  const source = stringOrStream(dict, key, bounds);
  if (source === undefined) {
    return undefined;
  }
  let text = "";
  try {
    readXml(
      source.trim(),
      { start: () => undefined, end: () => undefined, text: (data) => void (text += data) },
      bounds,
    );
    return text;
  } catch (error) {
    if (error instanceof XmlError) {
      return undefined;
    }
    throw error;
  }
}
