import type { CMapFile } from "./cmap-file.ts";
import { RangesByLength } from "./code-ranges.ts";
import type { CodespaceRange } from "./codespace.ts";

/*
 * The compact form of a CMap file. Numbers have seven bits a byte, the lowest first; texts follow their length. Ranges
 * are in ascending order, each as the distance of its first code from the end of the one before, of its last code from
 * its first, and of its CID from the one that would be next.
 */

/** Packs `file` without its texts, which predefined CMaps do not have. */
export function packCMap(file: CMapFile): Uint8Array {
  const out: number[] = [];
  const number = (value: number): void => {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) {
      out.push((rest % 128) | 0x80);
    }
    out.push(rest);
  };
  const text = (value: string): void => {
    number(value.length);
    out.push(...Buffer.from(value, "latin1"));
  };
  text(file.usedName ?? "");
  text(file.systemInfo?.registry ?? "");
  text(file.systemInfo?.ordering ?? "");
  number(file.systemInfo?.supplement ?? 0);
  number(file.writingMode ?? 0);
  number(file.codespace.length);
  for (const { low, high } of file.codespace) {
    number(low.length);
    out.push(...low, ...high);
  }
  for (const ranges of [file.cids, file.notdefs]) {
    for (let lengthBytes = 1; lengthBytes <= 4; lengthBytes++) {
      packRanges(joined(ranges, lengthBytes, ranges === file.cids), number);
    }
  }
  return Uint8Array.from(out);
}

export function unpackCMap(name: string, bytes: Uint8Array): CMapFile {
  const source = new Source(bytes);
  const usedName = source.text();
  const systemInfo = { registry: source.text(), ordering: source.text(), supplement: source.number() };
  const writingMode = source.number();
  const codespace: readonly CodespaceRange[] = Array.from({ length: source.number() }, () => {
    const lengthBytes = source.number();
    return { low: source.bytes(lengthBytes), high: source.bytes(lengthBytes) };
  });
  const cids = unpackRanges(source);
  const notdefs = unpackRanges(source);
  return {
    name,
    systemInfo,
    writingMode,
    codespace,
    cids,
    notdefs,
    texts: new RangesByLength<string>(),
    usedName: usedName === "" ? undefined : usedName,
    isMalformed: false,
  };
}

type Range = readonly [first: number, last: number, cid: number];

/** Returns the ranges in ascending order, joined where one continues another in codes and CIDs. */
function joined(ranges: RangesByLength<number>, lengthBytes: number, isCounting: boolean): readonly Range[] {
  const all = ranges.of(lengthBytes).all.toSorted((one, other) => one.first - other.first);
  const result: Range[] = [];
  for (const { first, last, value } of all) {
    const [start = 0, end = -2, cid = 0] = result.at(-1) ?? [];
    if (isCounting && first === end + 1 && value === cid + (first - start)) {
      result[result.length - 1] = [start, last, cid];
    } else {
      result.push([first, last, value]);
    }
  }
  return result;
}

function packRanges(ranges: readonly Range[], number: (value: number) => void): void {
  number(ranges.length);
  let nextCode = 0;
  let nextCid = 0;
  for (const [first, last, cid] of ranges) {
    const difference = cid - nextCid;
    number(first - nextCode);
    number(last - first);
    number(difference < 0 ? -2 * difference - 1 : 2 * difference);
    nextCode = last + 1;
    nextCid = cid + (last - first) + 1;
  }
}

function unpackRanges(source: Source): RangesByLength<number> {
  const ranges = new RangesByLength<number>();
  for (let lengthBytes = 1; lengthBytes <= 4; lengthBytes++) {
    const table = ranges.of(lengthBytes);
    let nextCode = 0;
    let nextCid = 0;
    for (let left = source.number(); left > 0; left--) {
      const first = nextCode + source.number();
      const last = first + source.number();
      const difference = source.number();
      const cid = nextCid + (difference % 2 === 1 ? -(difference + 1) / 2 : difference / 2);
      table.add(first, last, cid);
      nextCode = last + 1;
      nextCid = cid + (last - first) + 1;
    }
  }
  return ranges;
}

class Source {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#offset] ?? 0;
      this.#offset += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        return value;
      }
    }
  }

  bytes(lengthBytes: number): Uint8Array {
    const start = this.#offset;
    this.#offset += lengthBytes;
    return this.#bytes.subarray(start, this.#offset);
  }

  text(): string {
    return Buffer.from(this.bytes(this.number())).toString("latin1");
  }
}
