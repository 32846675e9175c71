import {
  type Bounds,
  buildNameTree,
  buildPageTree,
  CosDocument,
  CosError,
  CosString,
  compareNames,
  Dict,
  isUpdatable,
  MadeObjects,
  Name,
  NameTree,
  type Page,
  type ProtectionAlgorithm,
  readPageTree,
  SecurityHandler,
  Stream,
  writeDocument,
  writeUpdate,
} from "@quire/cos";
import type { Dice } from "./dice.ts";

const PASSWORD = "fuzz";

export interface Written {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
}

/** Writes the pages, the last one first, under a new page tree, with the names of the document's destinations. */
export function writtenPages(document: CosDocument, pages: readonly Page[], bounds: Bounds): Written {
  const made = new MadeObjects();
  const catalog = new Dict([["Type", new Name("Catalog")]]);
  catalog.set("Pages", buildPageTree(pages.toReversed(), (value) => made.add(value)).root);
  const destinations = document.catalog.dict("Names")?.dict("Dests");
  if (destinations !== undefined) {
    const entries = [...new NameTree(destinations, bounds).entries()].toSorted(([a], [b]) => compareNames(a, b));
    const unique = entries.filter(
      ([name], index) => index === 0 || compareNames(entries[index - 1]?.[0] ?? name, name) !== 0,
    );
    catalog.set("Names", new Dict([["Dests", buildNameTree(unique, (value) => made.add(value))]]));
  }
  const sink = new Collected();
  writeDocument(new Dict([["Root", made.add(catalog)]]), sink, {}, bounds);
  return { bytes: sink.bytes(), password: undefined };
}

export function rewritten(document: CosDocument, dice: Dice, bounds: Bounds): Written {
  const isProtected = dice.chance(0.25);
  const [firstId] = document.trailer.array("ID") ?? [];
  const security = isProtected
    ? SecurityHandler.create({
        algorithm: dice.pick<ProtectionAlgorithm>(["RC4-40", "RC4-128", "AES-128", "AES-256"]),
        userPassword: PASSWORD,
        ownerPassword: "owner",
        permissions: -4,
        encryptMetadata: dice.chance(0.5),
        firstId: firstId instanceof CosString ? firstId.bytes : new Uint8Array(0),
        randomBytes: (length) => Uint8Array.from({ length }, () => dice.below(256)),
      })
    : undefined;
  const objectStreams = dice.pick([true, false, undefined]);
  const sink = new Collected();
  const options = { objectStreams, security, compress: dice.chance(0.8), unifyStreams: dice.chance(0.8) };
  const { bytes } = writeDocument(document.trailer, sink, options, bounds);
  if (bytes !== sink.lengthBytes) {
    throw new Error(`The writer counts ${bytes} bytes; it wrote ${sink.lengthBytes}.`);
  }
  return { bytes: sink.bytes(), password: isProtected ? PASSWORD : undefined };
}

class Collected {
  readonly #parts: Uint8Array[] = [];
  lengthBytes = 0;

  write(bytes: Uint8Array): void {
    // Writers may reuse their buffers.
    this.#parts.push(bytes.slice());
    this.lengthBytes += bytes.length;
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** Fails unless what was written needs no repair, whatever it was made from. */
export function expectWhole({ bytes, password }: Written, pages: number | undefined, bounds: Bounds): void {
  let document: CosDocument;
  try {
    document = CosDocument.open(bytes, { password, bounds, mode: "strict", keepsFacts: true });
  } catch (error) {
    if (error instanceof CosError && error.code !== "too_complex") {
      throw new Error(`What was written is refused: ${error.code}, ${error.message}`, { cause: error });
    }
    throw error;
  }
  for (const number of document.objectNumbers()) {
    bounds.step();
    const object = document.object(number);
    if (object === undefined) {
      throw new Error(`Object ${number} of what was written is not there.`);
    }
  }
  if (document.isRepaired) {
    throw new Error(`What was written is repaired: ${document.repairs[0]?.kind}, ${document.repairs[0]?.message}`);
  }
  expectPages(document, pages);
}

export function expectPages(document: CosDocument, pages: number | undefined): void {
  if (pages === undefined) {
    return;
  }
  const written = readPageTree(document).pages.length;
  if (written !== pages) {
    throw new Error(`What was written has ${written} pages; it was made from ${pages}.`);
  }
}

/** Returns the document with an incremental update; undefined for a document that cannot have one. */
export function updatedBytes(document: CosDocument, bounds: Bounds): Uint8Array | undefined {
  if (!isUpdatable(document)) {
    return undefined;
  }
  bounds.look();
  // The object is nothing that could be a page: a reference that led to nothing may lead to what is added.
  const added = document.add([new Name("Fuzzed"), new CosString(Buffer.from("added"))]);
  document.add(new Stream(new Dict([["Of", added]]), Buffer.from("a stream of its own".repeat(10))));
  const sink = new Collected();
  writeUpdate(document, sink);
  return sink.bytes();
}
