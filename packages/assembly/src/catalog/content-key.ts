import { hash } from "node:crypto";
import { type CosString, decodeTextString, Stream } from "@quire/cos";

const keys = new WeakMap<CosString | Stream, string>();

/**
 * Returns a key that is equal for streams of the same encoded bytes, and for strings of the same text. The content is
 * read once, because many objects may share it.
 */
export function contentKey(content: CosString | Stream): string {
  const known = keys.get(content);
  if (known !== undefined) {
    return known;
  }
  const bytes = content instanceof Stream ? content.bytes.encoded() : decodeTextString(content.bytes);
  const key = hash("sha256", bytes, "base64");
  keys.set(content, key);
  return key;
}
