import { BinaryView } from "../binary-view.ts";

/** The table directory of a TrueType or OpenType file (ISO/IEC 14496-22, 4.5), or of the first font of a collection. */
export interface SfntTables {
  /** The version tag: `OTTO`, `true`, or the bytes 00010000. */
  readonly version: string;
  readonly tags: ReadonlySet<string>;
  /** The tables of the directory that lie beyond the end of the file; they are not among `tags`. */
  readonly missing: ReadonlySet<string>;
  /** Returns as much of the table as lies within the file; undefined where there is none. */
  table(tag: string): BinaryView | undefined;
  /**
   * Returns the file from the table's first byte on; undefined where there is none. Readers do not mind the length of a
   * table that says itself how much it has.
   */
  from(tag: string): BinaryView | undefined;
}

const VERSIONS: ReadonlySet<string> = new Set(["\u0000\u0001\u0000\u0000", "true", "OTTO", "ttcf"]);

export const isSfnt = (bytes: Uint8Array): boolean => VERSIONS.has(new BinaryView(bytes).latin1(0, 4));

export function readTables(bytes: Uint8Array): SfntTables {
  const file = new BinaryView(bytes);
  const start = file.latin1(0, 4) === "ttcf" ? file.u32(12) : 0;
  const records = new Map<string, { readonly offset: number; readonly lengthBytes: number }>();
  const missing = new Set<string>();
  const count = file.u16(start + 4);
  for (let index = 0; index < count && file.has(start + 12 + 16 * index, 16); index++) {
    const record = start + 12 + 16 * index;
    const tag = file.latin1(record, 4);
    const offset = file.u32(record + 8);
    // The first record of a tag counts. Directories list tables that were removed, with offsets beyond the end.
    if (offset >= file.length) {
      missing.add(tag);
    } else if (!records.has(tag)) {
      records.set(tag, { offset, lengthBytes: file.u32(record + 12) });
    }
  }
  return {
    version: file.latin1(start, 4),
    tags: new Set(records.keys()),
    missing,
    table(tag) {
      const record = records.get(tag);
      return record && file.slice(record.offset, record.lengthBytes);
    },
    from(tag) {
      const record = records.get(tag);
      return record && file.slice(record.offset, file.length - record.offset);
    },
  };
}
