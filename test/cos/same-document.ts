import type { Bounds } from "../../packages/cos/src/bounds.ts";
import type { CosDocument } from "../../packages/cos/src/file/document.ts";
import { decodeStream } from "../../packages/cos/src/filters/decode.ts";
import {
  type CosDirect,
  CosString,
  type CosValue,
  Dict,
  Name,
  Ref,
  resolve,
  Stream,
} from "../../packages/cos/src/objects.ts";

/**
 * Walks in parallel what Root and Info of two documents lead to, and returns the first few differences. Numbers of
 * objects may differ, and several objects may stand for one that is the same.
 */
export function documentDifferences(one: CosDocument, other: CosDocument): string[] {
  const walk = new Walk(one.bounds);
  for (const key of ["Root", "Info"]) {
    walk.enter(key, one.trailer.raw(key) ?? null, other.trailer.raw(key) ?? null);
  }
  return walk.differences();
}

const DIFFERENCES_MAX = 3;

interface Pair {
  readonly place: string;
  readonly one: CosDirect;
  readonly other: CosDirect;
}

class Walk {
  readonly #bounds: Bounds;
  readonly #pairs: Pair[] = [];
  readonly #found: string[] = [];
  /** The objects of the other document that each object was compared with: one, unless there are copies. */
  readonly #counterparts = new Map<Ref, Set<number>>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  enter(place: string, one: CosValue, other: CosValue): void {
    if (one instanceof Ref && other instanceof Ref) {
      const counterparts = this.#counterparts.get(one) ?? new Set();
      if (counterparts.has(other.number)) {
        return;
      }
      this.#counterparts.set(one, counterparts.add(other.number));
      this.#expect(counterparts.size === 1 || !hasIdentity(one.value), place, "refers to another object");
    }
    this.#pairs.push({ place: place.slice(-200), one: asWritten(one), other: asWritten(other) });
  }

  differences(): string[] {
    for (let pair = this.#pairs.pop(); pair !== undefined; pair = this.#pairs.pop()) {
      this.#bounds.step();
      if (this.#found.length >= DIFFERENCES_MAX) {
        break;
      }
      this.#compare(pair);
    }
    return this.#found;
  }

  #compare({ place, one, other }: Pair): void {
    if (Array.isArray(one) && Array.isArray(other)) {
      this.#expect(one.length === other.length, place, "has another length");
      for (const [index, element] of one.entries()) {
        this.enter(`${place}[${index}]`, element, other[index] ?? null);
      }
    } else if (one instanceof Dict && other instanceof Dict) {
      this.#compareDicts(place, one, other, place === "Root" ? ["Version"] : []);
    } else if (one instanceof Stream && other instanceof Stream) {
      this.#compareStreams(place, one, other);
    } else {
      this.#expect(isSameScalar(one, other), place, "has another value");
    }
  }

  #compareDicts(place: string, one: Dict, other: Dict, except: readonly string[]): void {
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      if (!except.includes(key)) {
        this.enter(`${place}/${key}`, one.raw(key) ?? null, other.raw(key) ?? null);
      }
    }
  }

  #compareStreams(place: string, one: Stream, other: Stream): void {
    const isSameBytes = Buffer.compare(one.bytes.encoded(), other.bytes.encoded()) === 0;
    this.#compareDicts(place, one.dict, other.dict, isSameBytes ? ["Length"] : ["Length", "Filter", "DecodeParms"]);
    if (!isSameBytes) {
      const [bytes, otherBytes] = [one, other].map((stream) => decodeStream(stream, this.#bounds).bytes) as [
        Uint8Array,
        Uint8Array,
      ];
      this.#expect(Buffer.compare(bytes, otherBytes) === 0, place, "has other data");
    }
  }

  #expect(isRight: boolean, place: string, fault: string): void {
    if (!isRight && this.#found.length < DIFFERENCES_MAX) {
      this.#found.push(`${place} ${fault}`);
    }
  }
}

/**
 * Returns the value that is compared: cross-reference and object streams are no part of a document, whatever refers to
 * them.
 */
function asWritten(value: CosValue): CosDirect {
  const direct = resolve(value);
  const isOfFile = direct instanceof Stream && ["XRef", "ObjStm"].includes(direct.dict.name("Type") ?? "");
  return isOfFile ? null : direct;
}

/** Returns whether a copy would be something else: another page, another layer. */
const hasIdentity = (value: CosDirect): boolean =>
  value instanceof Dict && ["Page", "Pages", "Annot", "OCG", "StructElem"].includes(value.name("Type") ?? "");

function isSameScalar(one: CosDirect, other: CosDirect): boolean {
  if (one instanceof Name) {
    return other instanceof Name && one.value === other.value;
  }
  if (one instanceof CosString) {
    return other instanceof CosString && Buffer.compare(one.bytes, other.bytes) === 0;
  }
  return one === other;
}
