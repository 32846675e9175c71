import { Bounds } from "../../bounds.ts";
import { decodeStream } from "../../filters/decode.ts";
import { CosString, type CosValue, Dict, Name, Ref, Stream } from "../../objects.ts";
import { type QpdfObjects, qpdfDict, qpdfTrailer, recordOf, textOf } from "./documents.ts";

/** Returns a sentence for each difference between the objects that `root` leads to and those that qpdf read. */
export function differences(root: Ref, objects: QpdfObjects): string[] {
  const found: string[] = [];
  const numberOf = new Map<string, string>();
  const keyOf = new Map<string, string>();
  const queue: [Ref, string][] = [];
  const compareRefs = (ref: Ref, written: unknown, at: string) => {
    const key = `${ref.number} ${ref.generation}`;
    const known = numberOf.get(key);
    if (typeof written !== "string" || (known !== undefined && known !== written)) {
      found.push(`${at}: ${key} is ${String(written)}, not ${known}`);
    } else if (known === undefined) {
      numberOf.set(key, written);
      if (keyOf.has(written)) {
        found.push(`${at}: ${key} and ${keyOf.get(written)} are both ${written}`);
      }
      keyOf.set(written, key);
      queue.push([ref, written]);
    }
  };
  const compare = (value: CosValue, written: unknown, at: string): void => {
    if (value instanceof Ref && value.value !== null) {
      compareRefs(value, written, at);
    } else if (Array.isArray(value)) {
      const elements = Array.isArray(written) ? written : [];
      if (elements.length !== value.length) {
        found.push(`${at}: ${elements.length} elements, not ${value.length}`);
      }
      value.forEach((element, index) => compare(element, elements[index], `${at}/${index}`));
    } else if (value instanceof Dict) {
      compareDicts(value, recordOf(written), at);
    } else if (simple(value) !== written) {
      found.push(`${at}: ${JSON.stringify(written)}, not ${JSON.stringify(simple(value))}`);
    }
  };
  const compareDicts = (value: Dict, written: Record<string, unknown>, at: string) => {
    const keys = [...value.keys()].filter((key) => value.has(key)).map((key) => `/${key}`);
    if (keys.toSorted().join(" ") !== Object.keys(written).toSorted().join(" ")) {
      found.push(`${at}: has ${Object.keys(written).join(" ")}, not ${keys.join(" ")}`);
      return;
    }
    keys.forEach((key) => compare(value.raw(key.slice(1)) ?? null, written[key], `${at}${key}`));
  };
  compareRefs(root, qpdfTrailer(objects)["/Root"], "Root");
  for (const [ref, written] of queue) {
    const object = recordOf(objects[`obj:${written}`]);
    const value = ref.value;
    if (value instanceof Stream) {
      compareDicts(withoutFilter(value.dict), qpdfDict(objects, written), written);
      const data = Buffer.from(String(recordOf(object["stream"])["data"]), "base64");
      if (!data.equals(decodeStream(value, new Bounds()).bytes)) {
        found.push(`${written}: the stream's data differs`);
      }
    } else {
      compare(value, object["value"], written);
    }
  }
  return found;
}

/** Returns the dictionary as qpdf shows that of a stream that it decoded. */
function withoutFilter(dict: Dict): Dict {
  const copy = dict.copy();
  copy.delete("Filter");
  copy.delete("DecodeParms");
  return copy;
}

function simple(value: CosValue): unknown {
  if (value instanceof Name) {
    return `/${value.value}`;
  }
  if (value instanceof CosString) {
    // qpdf shows the bytes of strings that are no text, and text decoded.
    return isText(value.bytes) ? `u:${textOf(value.bytes)}` : `b:${Buffer.from(value.bytes).toString("hex")}`;
  }
  return value instanceof Ref ? null : value;
}

const isText = (bytes: Uint8Array) => bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
