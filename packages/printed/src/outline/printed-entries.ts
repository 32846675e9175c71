import { type CosDocument, type Dict, decodeTextString } from "@quire/cos";

/** An entry of the outline (ISO 32000-2, 12.3.3). */
export interface PrintedEntry {
  readonly dict: Dict;
  readonly title: string;
  /** The index of the entry that it is in. */
  readonly parent: number | undefined;
}

/** Returns the entries of the outline in their order, each once and after the one that it is in. */
export function printedEntries({ bounds, catalog }: CosDocument): PrintedEntry[] {
  const entries: PrintedEntry[] = [];
  const seen = new Set<Dict>();
  const ahead: { readonly item: Dict | undefined; readonly parent: number | undefined }[] = [
    { item: catalog.dict("Outlines")?.dict("First"), parent: undefined },
  ];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    bounds.step();
    const { item, parent } = next;
    if (item === undefined || seen.has(item)) {
      continue;
    }
    seen.add(item);
    entries.push({ dict: item, title: decodeTextString(item.bytes("Title") ?? new Uint8Array(0)), parent });
    ahead.push({ item: item.dict("Next"), parent }, { item: item.dict("First"), parent: entries.length - 1 });
  }
  return entries;
}
