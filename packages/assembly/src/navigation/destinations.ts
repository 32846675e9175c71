import { asDict, CosString, type CosValue, Dict, Name, Ref, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt, TakenPage } from "../excerpt.ts";
import { type RewriteDestination, rewrittenAction } from "./actions.ts";
import type { DestinationNames } from "./destination-names.ts";
import {
  destinationArray,
  type NamedDestination,
  namedDestinationsOf,
  pageIndexOf,
  textOfName,
} from "./named-destinations.ts";
import { destinationOnSheet, showsDestination } from "./viewed-destinations.ts";

/**
 * Rewrites a destination or an action of the document for the excerpt: names are those of the new document, pages those
 * that are taken. Actions that do not go to a page stay as they are. Returns undefined when it leads nowhere.
 * @throws RangeError before `carryNavigation` has run.
 */
export function destinationWithin(excerpt: Excerpt, value: CosValue): CosValue | undefined {
  const destinations = destinationsOf.get(excerpt);
  if (destinations === undefined) {
    throw new RangeError("The destinations of an excerpt are known once navigation has been carried over.");
  }
  return asDict(resolve(value))?.has("S") ? destinations.action(value) : destinations.destination(value);
}

const destinationsOf = new WeakMap<Excerpt, Destinations>();

/** The destinations of one excerpt: what becomes of them, and of their names, in the new document. */
export class Destinations {
  readonly excerpt: Excerpt;
  readonly #assembly: Assembly;
  readonly #names: DestinationNames;
  readonly #copies: "apart" | "within";
  /** The new names of destinations whose names were already in use. */
  readonly #renamed = new Map<NamedDestination, CosString>();
  /** The new names, by the old ones, of destinations that the document does not have. */
  readonly #deadNames = new Map<string, string>();

  /** Adds the named destinations that lead to pages of the excerpt to `names`. */
  constructor(
    excerpt: Excerpt,
    assembly: Assembly,
    { names, copies }: { readonly names: DestinationNames; readonly copies: "apart" | "within" },
  ) {
    this.excerpt = excerpt;
    this.#copies = copies;
    this.#assembly = assembly;
    this.#names = names;
    const { byPage } = namedDestinationsOf(excerpt.source);
    for (const pageIndex of byPage.size === 0 ? [] : excerpt.pageIndices) {
      for (const destination of byPage.get(pageIndex) ?? []) {
        assembly.bounds.step();
        this.#add(destination);
      }
    }
    destinationsOf.set(excerpt, this);
  }

  /**
   * Rewrites a destination. Returns `value` itself when nothing changes; undefined when it leads to no page that is
   * taken.
   */
  destination(value: CosValue): CosValue | undefined {
    const direct = resolve(value);
    if (!(direct instanceof Name || direct instanceof CosString)) {
      return this.#explicit(value);
    }
    const destination = namedDestinationsOf(this.excerpt.source).find(direct);
    const target = destination && this.#target(destination.pageIndex, destination.value);
    if (destination === undefined || target === undefined) {
      return undefined;
    }
    if (target.excerpt !== this.excerpt) {
      return destinationsOf.get(target.excerpt)?.destination(direct);
    }
    return this.#renamed.get(destination) ?? (direct instanceof CosString ? value : nameString(destination.name));
  }

  /**
   * Rewrites an action. Returns `value` itself when nothing changes; undefined when it only went to pages that are not
   * taken.
   */
  action(value: CosValue): CosValue | undefined {
    return rewrittenAction(value, this.#rewrite, this.#assembly);
  }

  /**
   * Rewrites the destination of a link, the same as `destination`, except that links of a document that is taken whole
   * stay, wherever they led.
   */
  linkDestination(value: CosValue): CosValue | undefined {
    return this.destination(value) ?? (this.excerpt.isWhole ? this.#deadDestination(value) : undefined);
  }

  linkAction(value: CosValue): CosValue | undefined {
    return rewrittenAction(value, this.#rewriteOfLinks, this.#assembly);
  }

  readonly #rewrite: RewriteDestination = (value) => this.destination(value);
  readonly #rewriteOfLinks: RewriteDestination = (value) => this.linkDestination(value);

  #add(destination: NamedDestination): void {
    const isHere = this.#target(destination.pageIndex, destination.value)?.excerpt === this.excerpt;
    const value = isHere ? this.#explicit(destination.value) : undefined;
    if (value !== undefined) {
      const name = this.#names.add(destination.name, value);
      if (name !== destination.name) {
        this.#renamed.set(destination, nameString(name));
      }
    }
  }

  #explicit(value: CosValue): CosValue | undefined {
    const array = destinationArray(value);
    if (array === undefined) {
      return undefined;
    }
    const target = this.#target(pageIndexOf(this.excerpt.source, value), value);
    if (target === undefined) {
      return undefined;
    }
    const { page, excerpt } = target;
    const isOnSheet = page.view?.sheet !== undefined;
    if (array[0] instanceof Ref && excerpt === this.excerpt && excerpt.pageOf(array[0]) === page && !isOnSheet) {
      return value;
    }
    const rewritten = destinationOnSheet(page, array) ?? [page.ref, ...array.slice(1, MAX_ELEMENTS)];
    const direct = resolve(value);
    return direct instanceof Dict ? direct.copy().set("D", rewritten) : rewritten;
  }

  /**
   * Returns the page that shows the place of a destination: of this excerpt if it is there, else, where copies are within
   * one document, of another excerpt of the file.
   */
  #target(pageIndex: number | undefined, destination: CosValue): Target | undefined {
    const array = destinationArray(destination) ?? [];
    const own = this.excerpt.takenAt(pageIndex);
    let found: Target | undefined = own && { excerpt: this.excerpt, page: own };
    if (pageIndex === undefined || (own !== undefined && showsDestination(own, array))) {
      return found;
    }
    for (const excerpt of this.#copies === "apart" ? [] : othersOfFile(this.excerpt, this.#assembly)) {
      const page = excerpt.takenAt(pageIndex);
      if (page !== undefined && showsDestination(page, array)) {
        return { excerpt, page };
      }
      found ??= page && { excerpt, page };
    }
    return found;
  }

  /**
   * Returns a destination that leads nowhere: a name that led nowhere must not lead into another document that happens
   * to have it.
   */
  #deadDestination(value: CosValue): CosValue {
    const direct = resolve(value);
    if (!(direct instanceof Name || direct instanceof CosString)) {
      return value;
    }
    const old = textOfName(direct);
    if (!this.#deadNames.has(old)) {
      this.#deadNames.set(old, this.#names.has(old) ? this.#names.reserve(old) : old);
    }
    const name = this.#deadNames.get(old) ?? old;
    return name === old ? value : nameString(name);
  }
}

/**
 * The maximum number of elements of a destination array, the page included (12.3.2.2, table 149): /FitR has as many.
 */
const MAX_ELEMENTS = 6;

interface Target {
  readonly excerpt: Excerpt;
  readonly page: TakenPage;
}

/** Yields the other excerpts of the file that an excerpt is of, in their order. */
function* othersOfFile({ index }: Excerpt, { excerpts, bounds }: Assembly): Generator<Excerpt, void, undefined> {
  let first = index;
  while (first > 0 && excerpts[first]?.continuesFile === true) {
    bounds.step();
    first--;
  }
  for (const excerpt of excerpts.values().drop(first)) {
    bounds.step();
    if (excerpt.index > first && !excerpt.continuesFile) {
      return;
    }
    if (excerpt.index !== index) {
      yield excerpt;
    }
  }
}

const nameString = (name: string): CosString => new CosString(Buffer.from(name, "latin1"));
