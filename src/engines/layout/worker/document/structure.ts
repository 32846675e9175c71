import {
  type Bounds,
  type CosDocument,
  CosString,
  type CosValue,
  Dict,
  decodeTextString,
  Ref,
  resolve,
} from "@quire/cos";
import type { StructureChild, StructureElement } from "@quire/layout";
import { ContentClaims, type ElementId } from "./content-claims.ts";
import type { DocumentPages } from "./document-pages.ts";
import { attributesOf } from "./structure-attributes.ts";
import { RoleMap } from "./structure-roles.ts";

/**
 * Returns the structure tree of a document (ISO 32000-2, 14.7.2); empty when it has none. Each element appears once,
 * however often the tree has it; broken elements are left out, as are those deeper or later than any honest tree has.
 */
export function readStructure(document: CosDocument, pages: DocumentPages): Structure {
  const root = document.catalog.dict("StructTreeRoot");
  return root === undefined ? NO_STRUCTURE : new StructureReader(root, pages, document.bounds).read();
}

export interface Structure {
  readonly elements: readonly StructureElement[];
  /**
   * The pages on which forms have their own marked content in the structure, whose identifiers are those of the form
   * (14.7.5.2, /Stm). They are distinguished from those of the page by `FORM_CONTENT`, which is added to them.
   */
  readonly pagesWithForms: ReadonlySet<number>;
}

export const NO_STRUCTURE: Structure = { elements: [], pagesWithForms: new Set() };

/** An offset larger than all identifiers of pages. */
export const FORM_CONTENT = 0x10_00_00_00;

const MAX_DEPTH = 100;
const MAX_CHILDREN = 1_000_000;
/** The length limit of an alternative text, which may be a book. */
const MAX_TEXT = 100_000;

class StructureReader {
  readonly #root: Dict;
  readonly #pages: DocumentPages;
  readonly #bounds: Bounds;
  readonly #roles: RoleMap;
  readonly #classMap: Dict | undefined;
  readonly #claims = new ContentClaims();
  readonly #seen = new Set<ElementId>();
  readonly #pagesWithForms = new Set<number>();
  #remaining = MAX_CHILDREN;

  constructor(root: Dict, pages: DocumentPages, bounds: Bounds) {
    this.#root = root;
    this.#pages = pages;
    this.#bounds = bounds;
    this.#roles = new RoleMap(root);
    this.#classMap = root.dict("ClassMap");
  }

  read(): Structure {
    const children = this.#childrenOf(this.#root, this.#root, { page: undefined, depth: 0 });
    this.#claims.settle(this.#root, this.#pages, this.#bounds);
    return { elements: children.filter((child) => "role" in child), pagesWithForms: this.#pagesWithForms };
  }

  #childrenOf(element: ElementId, dict: Dict, around: Around): StructureChild[] {
    const kids: StructureChild[] = [];
    for (const raw of kidsOf(dict)) {
      this.#bounds.step();
      if (this.#remaining-- <= 0) {
        break;
      }
      const kid = this.#childOf(raw, around);
      if (kid !== undefined) {
        if ("markedContentId" in kid && kid.markedContentId < FORM_CONTENT) {
          this.#claims.add({ element, siblings: kids, index: kids.length, ...kid });
        }
        kids.push(kid);
      }
    }
    return kids;
  }

  #childOf(raw: CosValue, around: Around): StructureChild | undefined {
    const kid = resolve(raw);
    if (typeof kid === "number") {
      return contentOf(kid, around.page);
    }
    if (!(kid instanceof Dict)) {
      return undefined;
    }
    const page = this.#pages.numberOf(kid.raw("Pg")) ?? around.page;
    const type = kid.name("Type");
    if (type === "MCR" || (type === undefined && !kid.has("S") && kid.has("MCID"))) {
      return kid.has("Stm") ? this.#contentOfForm(kid, page) : contentOf(kid.get("MCID"), page);
    }
    const element = raw instanceof Ref ? raw.number : kid;
    return type === "OBJR" || around.depth >= MAX_DEPTH || !this.#isNew(element)
      ? undefined
      : this.#elementOf(element, kid, { page, depth: around.depth + 1 });
  }

  #contentOfForm(reference: Dict, page: number | undefined): StructureChild | undefined {
    const identifier = reference.integer("MCID") ?? -1;
    if (page === undefined || identifier < 0) {
      return undefined;
    }
    this.#pagesWithForms.add(page);
    return contentOf(identifier + FORM_CONTENT, page);
  }

  #isNew(element: ElementId): boolean {
    const before = this.#seen.size;
    this.#seen.add(element);
    return this.#seen.size > before;
  }

  #elementOf(element: ElementId, dict: Dict, around: Around): StructureElement | undefined {
    const role = this.#roles.roleOf(dict);
    return role === undefined
      ? undefined
      : {
          role,
          title: textOf(dict, "T"),
          alt: textOf(dict, "Alt"),
          actualText: textOf(dict, "ActualText"),
          lang: textOf(dict, "Lang"),
          ...attributesOf(dict, this.#classMap),
          children: this.#childrenOf(element, dict, around),
        };
  }
}

interface Around {
  /** The page of the nearest /Pg on the way down. */
  readonly page: number | undefined;
  readonly depth: number;
}

/** Returns the kids of an element, which are an array, or one alone (table 355). */
function kidsOf(dict: Dict): readonly CosValue[] {
  const raw = dict.raw("K") ?? null;
  const value = resolve(raw);
  return Array.isArray(value) ? value : value === null ? [] : [raw];
}

function contentOf(value: unknown, page: number | undefined): StructureChild | undefined {
  const isIdentifier = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0x7f_ff_ff_ff;
  return isIdentifier && page !== undefined ? { page, markedContentId: value } : undefined;
}

/**
 * Returns a text of an element; undefined when there is none. An empty text of a figure has a meaning: the figure means
 * nothing.
 */
function textOf(dict: Dict, key: string): string | undefined {
  const value = dict.get(key);
  return value instanceof CosString ? decodeTextString(value.bytes).slice(0, MAX_TEXT) : undefined;
}
