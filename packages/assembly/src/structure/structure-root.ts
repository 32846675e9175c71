import { CosString, Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";

/** Returns the structure tree root of the document (ISO 32000-2, 14.7.2); undefined when it is not tagged. */
export function rootOf({ source }: Excerpt): Dict | undefined {
  const root = source.document.catalog.get("StructTreeRoot");
  return root instanceof Dict ? root : undefined;
}

/**
 * Returns the language of the document when it differs from that of the first one, which is the new document's
 * (14.9.2); undefined otherwise.
 */
export function ownLanguage({ source }: Excerpt, { excerpts }: Assembly): CosString | undefined {
  const language = source.document.catalog.get("Lang");
  const common = excerpts[0]?.source.document.catalog.bytes("Lang") ?? new Uint8Array(0);
  return language instanceof CosString && Buffer.compare(language.bytes, common) !== 0 ? language : undefined;
}
