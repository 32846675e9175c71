import type { Bounds } from "../bounds.ts";
import type { ParseContext } from "../syntax/parser.ts";
import type { RepairLog } from "./repairs.ts";
import type { XrefEntries } from "./xref-entries.ts";

/** The values that the readers of cross-reference sections need and set. */
export interface XrefContext {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
  /** The context for parsing trailers and cross-reference streams, neither of which is encrypted. */
  readonly parse: ParseContext;
  readonly entries: XrefEntries;
  readonly log: RepairLog;
  readonly offsetBase: number;
}
