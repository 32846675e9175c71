import { type CosDirect, type CosValue, Dict, decodeTextString, NumberTree, Ref, resolve } from "@quire/cos";
import { documentPages } from "../document/pages.ts";
import type { Place } from "../place.ts";
import type { Validation } from "../validation.ts";
import { Attributes } from "./attributes.ts";
import { isMath, Roles } from "./roles.ts";
import type { TaggedElement } from "./tagged-element.ts";

/** The types whose children count as those of the element around them (14.8.4.3; ISO/TS 32005, 5). */
const TRANSPARENT: ReadonlySet<string | undefined> = new Set(["NonStruct", "Div", "Part"]);
/** The number of ancestors of an element that are searched. */
const MAX_ANCESTORS = 1024;

/** The view of the structure tree: elements with their standard types, and the elements of content and annotations. */
export class TaggedStructure {
  /** The structure tree root; undefined where there is none. */
  readonly root: Dict | undefined;
  readonly roles: Roles;
  readonly attributes: Attributes;
  readonly #validation: Validation;
  readonly #parents: NumberTree | undefined;
  readonly #elements = new Map<Dict, TaggedElement>();
  readonly #kids = new Map<Dict, readonly TaggedElement[]>();
  #pages: ReadonlyMap<Dict, number> | undefined;
  /** The answer of `kidRoles` that was given last: the rules on an element ask for it one after the other. */
  #asked: { readonly parent: Dict; readonly roles: readonly string[] } | undefined;

  constructor(validation: Validation) {
    const root = validation.document.catalog.get("StructTreeRoot");
    this.root = root instanceof Dict ? root : undefined;
    this.roles = new Roles(validation);
    this.attributes = new Attributes(this.root);
    this.#validation = validation;
    const parents = this.root?.dict("ParentTree");
    this.#parents = parents && new NumberTree(parents, validation.bounds);
  }

  /** Returns the element of a dictionary. */
  elementOf(dict: Dict, object?: number): TaggedElement {
    let element = this.#elements.get(dict);
    if (element === undefined) {
      const type = this.roles.typeOf(dict);
      const standard = type && this.roles.standardOf(type);
      const role = standard === undefined ? undefined : isMath(standard) ? "MathML" : standard.name;
      element = { dict, object, type, standard, role };
      this.#elements.set(dict, element);
    }
    return element;
  }

  /** Returns the child elements of an element or of the root, in the order of /K. */
  kidsOf(parent: Dict): readonly TaggedElement[] {
    let kids = this.#kids.get(parent);
    if (kids === undefined) {
      kids = itemsOf(parent).flatMap((raw) => {
        this.#validation.bounds.step();
        const dict = resolve(raw);
        return dict instanceof Dict && isElement(dict)
          ? [this.elementOf(dict, raw instanceof Ref ? raw.number : undefined)]
          : [];
      });
      this.#kids.set(parent, kids);
    }
    return kids;
  }

  /** Yields the child elements with those of NonStruct, Div and Part in place of these. */
  *significantKids(parent: Dict): Generator<TaggedElement> {
    const open = new Set<Dict>();
    const pending = this.kidsOf(parent).toReversed();
    for (let kid = pending.pop(); kid !== undefined; kid = pending.pop()) {
      this.#validation.bounds.step();
      if (!isTransparent(kid)) {
        yield kid;
      } else if (!open.has(kid.dict)) {
        open.add(kid.dict);
        for (const inner of this.kidsOf(kid.dict).toReversed()) {
          pending.push(inner);
        }
      }
    }
  }

  /** Returns the standard types of the child elements, as `significantKids` has them, without those that have none. */
  kidRoles(parent: Dict): readonly string[] {
    if (this.#asked?.parent !== parent) {
      const own = this.kidsOf(parent);
      const kids = own.some(isTransparent) ? [...this.significantKids(parent)] : own;
      this.#asked = { parent, roles: kids.flatMap(({ role }) => role ?? []) };
    }
    return this.#asked.roles;
  }

  /** Returns whether an element, or a NonStruct, Div or Part in it, has content of its own. */
  hasContent(parent: Dict): boolean {
    const seen = new Set([parent]);
    const pending = [parent];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (itemsOf(next).some((raw) => isContent(resolve(raw)))) {
        return true;
      }
      for (const kid of this.kidsOf(next)) {
        this.#validation.bounds.step();
        if (isTransparent(kid) && !seen.has(kid.dict)) {
          seen.add(kid.dict);
          pending.push(kid.dict);
        }
      }
    }
    return false;
  }

  /** Yields an element and those that its /P leads to, up to the root. */
  *ancestry(element: Dict): Generator<Dict> {
    const passed = new Set<Dict>();
    for (let next: CosDirect = element; next instanceof Dict && !passed.has(next); next = next.get("P")) {
      this.#validation.bounds.step();
      passed.add(next);
      yield next;
      if (passed.size >= MAX_ANCESTORS) {
        return;
      }
    }
  }

  /**
   * Returns the standard type of the element's parent, that of NonStruct, Div and Part being the one around them:
   * `StructTreeRoot` for the root; undefined where there is none.
   */
  parentRole(element: Dict): string | undefined {
    let ancestor = element.get("P");
    for (let passed = 1; ancestor instanceof Dict && ancestor !== element && passed < MAX_ANCESTORS; passed++) {
      this.#validation.bounds.step();
      if (isRoot(ancestor)) {
        return "StructTreeRoot";
      }
      const parent = this.elementOf(ancestor);
      if (!isTransparent(parent)) {
        return parent.role;
      }
      ancestor = ancestor.get("P");
    }
    return undefined;
  }

  /** Returns whether an element's /P leads to the root. */
  isTagged(element: Dict): boolean {
    return [...this.ancestry(element)].some(isRoot);
  }

  /** Returns whether an element, or one that it is in, is an Artifact. */
  isArtifact(element: Dict): boolean {
    return [...this.ancestry(element)].some((dict) => this.elementOf(dict).role === "Artifact");
  }

  /** Returns the language of an element, its own or the nearest one of those it is in; undefined where there is none. */
  languageOf(element: Dict): string | undefined {
    for (const dict of this.ancestry(element)) {
      const language = dict.bytes("Lang");
      if (language !== undefined) {
        return decodeTextString(language);
      }
    }
    return undefined;
  }

  /** Returns the element of an object, such as an annotation, by its /StructParent (14.7.5.4). */
  elementOfObject(object: Dict): Dict | undefined {
    const key = object.integer("StructParent");
    const element = key === undefined ? null : resolve(this.#parents?.get(key));
    return element instanceof Dict ? element : undefined;
  }

  /** Returns the element of a marked-content sequence in the stream of a page or form (14.7.5.4). */
  elementOfContent(owner: Dict, mcid: number): Dict | undefined {
    const key = owner.integer("StructParents");
    const elements = key === undefined ? null : resolve(this.#parents?.get(key));
    const element = Array.isArray(elements) ? resolve(elements[mcid]) : null;
    return element instanceof Dict ? element : undefined;
  }

  /** Returns the place of an element: its object, and the page of its /Pg or of its first content. */
  placeOf({ dict, object, type }: TaggedElement): Place {
    const name = type?.name ?? "";
    return { object, page: this.#pageOf(dict), at: name === "" ? "StructElem" : `StructElem ${name}` };
  }

  #pageOf(element: Dict): number | undefined {
    this.#pages ??= new Map(
      this.#validation
        .shared(documentPages)
        .toReversed()
        .map(({ dict, index }) => [dict, index + 1]),
    );
    let next: Dict | undefined = element;
    for (let depth = 0; next !== undefined && depth < MAX_PLACE_DEPTH; depth++) {
      const first = firstDict(itemsOf(next));
      for (const dict of [next, first]) {
        const page = dict?.dict("Pg");
        const number = page && this.#pages.get(page);
        if (number !== undefined) {
          return number;
        }
      }
      next = first;
    }
    return undefined;
  }
}

function firstDict(items: readonly CosValue[]): Dict | undefined {
  for (const raw of items) {
    const item = resolve(raw);
    if (item instanceof Dict) {
      return item;
    }
  }
  return undefined;
}

/** The depth to which an element is searched for the page of its first content. */
const MAX_PLACE_DEPTH = 8;

/** Makes the view; obtain it by `validation.shared(taggedStructure)`. */
export const taggedStructure = (validation: Validation): TaggedStructure => new TaggedStructure(validation);

const isRoot = (dict: Dict): boolean => dict.name("Type") === "StructTreeRoot";

const isTransparent = ({ role }: TaggedElement): boolean => TRANSPARENT.has(role);

/** Returns the items of /K: one value, or those of an array. */
export function itemsOf(element: Dict): readonly CosValue[] {
  const raw = element.raw("K");
  const value = resolve(raw);
  return Array.isArray(value) ? value : raw === undefined ? [] : [raw];
}

/** Returns whether a kid is an element: content and object references have other types (14.7.5). */
function isElement(dict: Dict): boolean {
  const type = dict.name("Type");
  return type === undefined || type === "StructElem";
}

function isContent(item: CosDirect): boolean {
  return Number.isSafeInteger(item) || (item instanceof Dict && /^(?:MCR|OBJR)$/u.test(item.name("Type") ?? ""));
}
