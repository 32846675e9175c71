/**
 * The kinds of damage that reading a file works around.
 * - `header-missing`: no `%PDF-` in the first 1,024 bytes.
 * - `startxref-moved`: white-space before the section that it names.
 * - `offset-base`: offsets do not count from the header, before which there are other bytes.
 * - `trailing-bytes`: so much after `%%EOF` that other readers do not find the end.
 * - `update-cut`: an object or a table begins after the last `%%EOF`: an incremental update (7.5.6) without its end, which is
 *   left out.
 * - `xref-entry`: an entry of a cross-reference table that is written in another way, or a subsection with a wrong
 *   first number.
 * - `xref-size`: /Size is not one more than the highest number.
 * - `xref-rebuilt`: the cross-reference sections are of no use; objects were looked for in the whole file.
 * - `trailer-made`: there was no trailer dictionary that leads to a catalog.
 * - `object-moved`, `object-missing`: an object is not where the cross-reference section says; it was found elsewhere,
 *   or not at all.
 * - `object-number`: numbers beyond what bounds allow, whose objects are left out.
 * - `object-syntax`: `endobj` is missing.
 * - `object-generation`: a reference, or the section, has another generation than the object.
 * - `object-stream`: an object stream that cannot be read (7.5.7).
 * - `stream-length`: /Length is not that of the stream.
 * - `nested-too-deep`: an array or a dictionary beyond the depth that bounds allow, which is read as null.
 * - `reference-loop`: an object that needs itself to be read.
 * - `encrypt-ignored`: an /Encrypt that leads to nothing.
 */
export type RepairKind =
  | "header-missing"
  | "startxref-moved"
  | "offset-base"
  | "trailing-bytes"
  | "update-cut"
  | "xref-entry"
  | "xref-size"
  | "xref-rebuilt"
  | "trailer-made"
  | "object-moved"
  | "object-missing"
  | "object-number"
  | "object-syntax"
  | "object-generation"
  | "object-stream"
  | "stream-length"
  | "nested-too-deep"
  | "reference-loop"
  | "encrypt-ignored";

export interface Repair {
  readonly kind: RepairKind;
  /** The number of the object concerned. */
  readonly object?: number;
  /** The offset of the damage from the start of the bytes. */
  readonly offset?: number;
  readonly message: string;
}

/**
 * The maximum number of repairs of each kind that are listed: a broken file of a million objects must not make a list
 * of a million.
 */
const LISTED_PER_KIND = 100;

/** The repairs of one document, in the order in which they are made. */
export class RepairLog {
  readonly list: Repair[] = [];
  readonly #counts = new Map<RepairKind, number>();
  readonly #reported = new Set<string>();

  /** Adds a repair, once for each kind and place: objects may be read again, with other entries. */
  add(kind: RepairKind, message: string, where: { object?: number; offset?: number } = {}): void {
    const key = `${kind} ${where.object} ${where.offset}`;
    if (this.#reported.has(key)) {
      return;
    }
    this.#reported.add(key);
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count <= LISTED_PER_KIND) {
      this.list.push({ kind, message, ...where });
    }
  }

  /** The number of repairs of each kind, including those that are not listed. */
  get counts(): ReadonlyMap<RepairKind, number> {
    return this.#counts;
  }
}

/** The reason why the strict walk over the cross-reference sections ends. It is caught within this folder. */
export class XrefDamage extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
