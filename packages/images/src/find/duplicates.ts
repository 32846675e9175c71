import { createHash, type Hash } from "node:crypto";
import { type Bounds, CosString, type CosValue, Dict, Name, Ref, Stream } from "@quire/cos";
import type { FoundImage } from "./found-image.ts";
import { KnownObjects } from "./known-objects.ts";

/** The depth of nested objects that are compared; the masks, colour spaces and functions of images are less deep. */
const MAX_DEPTH = 10;

/**
 * Recognizes images that came before: the same object, or another one with the same encoded bytes and an equal
 * dictionary, whatever the object numbers in it. Bytes are only read when an image of that size came before.
 */
export class Duplicates {
  readonly #bounds: Bounds;
  readonly #objects = new KnownObjects<true>();
  /** The images by size: the only one of that size, or the digests of several. */
  readonly #bySize = new Map<string, FoundImage | Set<string>>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Records an image.
   * @returns false when the same image came before
   */
  add(image: FoundImage): boolean {
    const { ref, stream } = image;
    if (!this.#objects.add(ref ?? stream, true)) {
      return false;
    }
    const { dict, bytes } = stream;
    const size = `${dict.number("Width")} ${dict.number("Height")} ${bytes.lengthBytes}`;
    const known = this.#bySize.get(size);
    if (!known) {
      this.#bySize.set(size, image);
      return true;
    }
    const digests = known instanceof Set ? known : new Set([this.#digest(known)]);
    this.#bySize.set(size, digests);
    const before = digests.size;
    digests.add(this.#digest(image));
    return digests.size > before;
  }

  #digest({ stream }: FoundImage): string {
    const hash = createHash("sha256");
    this.#addValue(hash, stream, 0);
    return hash.digest("base64");
  }

  #addValue(hash: Hash, value: CosValue, depth: number): void {
    this.#bounds.step();
    if (value instanceof Ref) {
      if (depth > MAX_DEPTH) {
        hash.update(`${value.number} R `);
        return;
      }
      this.#addValue(hash, value.value, depth + 1);
    } else if (value instanceof Stream) {
      this.#addValue(hash, value.dict, depth + 1);
      hash.update("stream ").update(value.bytes.encoded());
    } else if (value instanceof Dict) {
      this.#addDict(hash, value, depth + 1);
    } else if (Array.isArray(value)) {
      hash.update(`[${value.length} `);
      for (const element of value) {
        this.#addValue(hash, element, depth + 1);
      }
    } else if (value instanceof CosString) {
      hash.update(`(${value.bytes.length} `).update(value.bytes);
    } else {
      hash.update(value instanceof Name ? `/${value.value} ` : `${value} `);
    }
  }

  #addDict(hash: Hash, dict: Dict, depth: number): void {
    hash.update("<<");
    for (const key of [...dict.keys()].toSorted()) {
      if (!WITHOUT_MEANING.has(key)) {
        hash.update(`/${key} `);
        this.#addValue(hash, dict.raw(key) ?? null, depth);
      }
    }
    hash.update(">>");
  }
}

/** The entries that do not affect what an image looks like; some lead to the whole document. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set([
  "ID",
  "L",
  "Length",
  "Metadata",
  "Name",
  "OC",
  "OPI",
  "PieceInfo",
  "LastModified",
  "StructParent",
  "Type",
]);
