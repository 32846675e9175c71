import { asDict, type CosArray, CosString, type CosValue, Name, NameTree, Ref, resolve } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";

/** A named destination of a document on one of its pages (ISO 32000-2, 12.3.2.4). */
export interface NamedDestination {
  /** The name, one character per byte. */
  readonly name: string;
  /** Whether it is a name of the catalog's /Dests, the form of PDF 1.1, rather than a string of the name tree. */
  readonly isNameObject: boolean;
  /** The destination as it is in the document: an array, or a dictionary with one at /D. */
  readonly value: CosValue;
  readonly pageIndex: number;
}

/** The named destinations of a document that lead to its pages; of those that have the same name, the first. */
export interface NamedDestinations {
  readonly byPage: ReadonlyMap<number, readonly NamedDestination[]>;
  find(use: Name | CosString): NamedDestination | undefined;
}

/** Returns the named destinations of `source`, which are read once. */
export const namedDestinationsOf = (source: SourceDocument): NamedDestinations => source.memo(readNamedDestinations);

/** Returns the index of the page that a destination of any kind leads to; undefined when it leads to none. */
export function pageIndexOf(source: SourceDocument, destination: CosValue | undefined): number | undefined {
  const value = resolve(destination);
  return value instanceof Name || value instanceof CosString
    ? namedDestinationsOf(source).find(value)?.pageIndex
    : explicitPageIndex(source, value);
}

/**
 * Returns the array of an explicit destination (12.3.2.2), or of the dictionary that stands for one; undefined for
 * anything else.
 */
export function destinationArray(value: CosValue): CosArray | undefined {
  const direct = resolve(value);
  return Array.isArray(direct) ? direct : asDict(direct)?.array("D");
}

/** Returns the name as text with one character per byte. */
export const textOfName = (name: Name | CosString): string =>
  name instanceof Name
    ? name.value
    : Buffer.from(name.bytes.buffer, name.bytes.byteOffset, name.bytes.length).toString("latin1");

function readNamedDestinations(source: SourceDocument): NamedDestinations {
  const { catalog, bounds } = source.document;
  const nameObjects = new Map<string, NamedDestination>();
  const strings = new Map<string, NamedDestination>();
  const byPage = new Map<number, NamedDestination[]>();
  const add = (name: string, value: CosValue, isNameObject: boolean) => {
    const known = isNameObject ? nameObjects : strings;
    const pageIndex = explicitPageIndex(source, value);
    if (pageIndex !== undefined && !known.has(name)) {
      const destination = { name, value, isNameObject, pageIndex };
      known.set(name, destination);
      const ofPage = byPage.get(pageIndex) ?? [];
      ofPage.push(destination);
      byPage.set(pageIndex, ofPage);
    }
  };
  const tree = catalog.dict("Names")?.dict("Dests");
  for (const [bytes, value] of tree ? new NameTree(tree, bounds).entries() : []) {
    add(textOfName(new CosString(bytes)), value, false);
  }
  for (const [name, value] of catalog.dict("Dests")?.entries ?? []) {
    bounds.step();
    add(name, value, true);
  }
  return {
    byPage,
    // Readers look for either kind of name in both places.
    find(use) {
      const name = textOfName(use);
      return use instanceof Name
        ? (nameObjects.get(name) ?? strings.get(name))
        : (strings.get(name) ?? nameObjects.get(name));
    },
  };
}

function explicitPageIndex(source: SourceDocument, value: CosValue): number | undefined {
  const page = destinationArray(value)?.[0];
  const index = source.indexOf(page);
  if (index !== undefined) {
    return index;
  }
  // A page number is right only for pages of other documents (12.3.2.2), but readers accept it for this one's, too.
  const number = page instanceof Ref ? resolve(page) : page;
  return typeof number === "number" && source.pages[number] !== undefined ? number : undefined;
}
