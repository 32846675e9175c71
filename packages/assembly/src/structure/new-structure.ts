import { type CosArray, type CosValue, Dict, Name, Ref } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import { changeElements } from "./changed-elements.ts";
import { dropReferences, dropRemovedObjects } from "./dropped-references.ts";
import { identifiersOf, identifiersOfKept, JoinedIdentifiers } from "./identifiers.ts";
import { JoinedClassMap, JoinedRoleMap } from "./joined-maps.ts";
import { KeptElements } from "./kept-elements.ts";
import { keyHoldersOf } from "./key-holders.ts";
import { kidKind, kidsOf } from "./kids.ts";
import { keptEntries, NewParentTree, readParentTree } from "./parent-tree.ts";
import { hasRenames, identifierOf, type Renames } from "./renames.ts";
import { ownLanguage, rootOf } from "./structure-root.ts";

/** The structure tree of a new document, put together from those of excerpts. */
export class NewStructure {
  readonly #tagged: readonly Excerpt[];
  readonly #assembly: Assembly;
  /** The reference to the root: that of the first excerpt, so that its elements need not be changed. */
  readonly #rootRef: Ref;
  readonly #root: Dict;
  /** The parent of the elements that were at the top: the root, or one element between. */
  readonly #aboveRef: Ref;
  readonly #above: Dict;
  readonly #kids: CosArray = [];
  readonly #parentTree = new NewParentTree();
  readonly #roles = new JoinedRoleMap();
  readonly #classes = new JoinedClassMap();
  readonly #identifiers = new JoinedIdentifiers();
  readonly #lists = new Map<string, CosArray>();
  readonly #kept: KeptElements[] = [];

  constructor(tagged: readonly Excerpt[], assembly: Assembly) {
    this.#tagged = tagged;
    this.#assembly = assembly;
    const first = tagged[0];
    this.#root = (first && rootOf(first)?.copy()) ?? new Dict();
    this.#rootRef = (first && rootRefOf(first)) ?? assembly.add(this.#root);
    const namespace = tagged.length > 1 ? tagged.flatMap(laterNamespacesOf)[0] : undefined;
    this.#above = namespace ? documentElement(this.#rootRef, namespace) : this.#root;
    this.#aboveRef = namespace ? assembly.add(this.#above) : this.#rootRef;
  }

  /** Takes over what concerns the pages of `excerpt`; called in the order of the excerpts. */
  take(excerpt: Excerpt): void {
    const { bounds } = this.#assembly;
    const root = rootOf(excerpt) ?? new Dict();
    const kept = excerpt.isWhole ? undefined : new KeptElements(excerpt, bounds);
    const renames = this.#joinNames(root, kept);
    const tops =
      kept || hasRenames(renames) || excerpt.hasSheets
        ? changeElements(excerpt, { kept, renames }, bounds)
        : topsOf(root);
    for (const top of tops) {
      bounds.step();
      this.#kids.push(this.#attached(top, excerpt));
    }
    const holders = keyHoldersOf(excerpt, bounds);
    const { source } = excerpt;
    this.#parentTree.add(kept ? keptEntries(source, holders, kept, bounds) : source.memo(readParentTree), holders);
    dropRemovedObjects(excerpt);
    if (kept) {
      this.#kept.push(kept);
    }
  }

  /** Completes the tree and sets the catalog's entry. */
  finish(): void {
    const { catalog } = this.#assembly;
    dropReferences(this.#assembly, this.#kept);
    const add = this.#assembly.add.bind(this.#assembly);
    const parents = this.#parentTree.nextKey > 0 ? add(this.#parentTree.build(add)) : undefined;
    const identifiers = this.#identifiers.tree(add);
    this.#set("Type", new Name("StructTreeRoot"));
    this.#set("K", this.#above === this.#root ? undefined : this.#aboveRef);
    if (this.#kids.length > 0) {
      this.#above.set("K", this.#kids);
    }
    this.#set("ParentTree", parents);
    this.#set("ParentTreeNextKey", parents && this.#parentTree.nextKey);
    this.#set("IDTree", identifiers && add(identifiers));
    if (this.#tagged.length > 1) {
      this.#set("RoleMap", this.#roles.dict);
      this.#set("ClassMap", this.#classes.dict);
      for (const key of LISTS) {
        this.#set(key, this.#lists.get(key));
      }
    }
    // After this the roots that were read are not found any more.
    for (const excerpt of this.#tagged) {
      const ref = rootRefOf(excerpt);
      if (ref) {
        excerpt.change(ref, ref === this.#rootRef ? this.#root : null);
      }
    }
    catalog.set("StructTreeRoot", this.#rootRef);
  }

  #set(key: string, value: CosValue | undefined): void {
    if (value === undefined) {
      this.#root.delete(key);
    } else {
      this.#root.set(key, value);
    }
  }

  #joinNames(root: Dict, kept: KeptElements | undefined): Renames {
    const { bounds } = this.#assembly;
    for (const key of LISTS) {
      const list = root.get(key);
      const values = Array.isArray(list) ? list : list === null ? [] : [root.raw(key) ?? null];
      if (values.length > 0) {
        this.#lists.set(key, [...(this.#lists.get(key) ?? []), ...values]);
      }
    }
    const isAlone = this.#tagged.length === 1;
    return {
      types: isAlone ? new Map() : this.#roles.join(root.dict("RoleMap"), bounds),
      classes: isAlone ? new Map() : this.#classes.join(root.dict("ClassMap"), bounds),
      ids: this.#identifiers.join(kept ? identifiersOfKept(kept) : identifiersOf(root, bounds), bounds),
    };
  }

  /** Returns an element at the top after its parent is set to the new one. */
  #attached(top: Ref | Dict, excerpt: Excerpt): Ref | Dict {
    const dict = top instanceof Ref ? top.value : top;
    const language = ownLanguage(excerpt, this.#assembly);
    const needsLanguage = language && dict instanceof Dict && !dict.has("Lang");
    if (!(dict instanceof Dict) || (dict.raw("P") === this.#aboveRef && !needsLanguage)) {
      return top;
    }
    const copy = dict.copy().set("P", this.#aboveRef);
    if (needsLanguage) {
      copy.set("Lang", language);
    }
    if (top instanceof Ref) {
      excerpt.change(top, copy);
      return top;
    }
    return copy;
  }
}

/**
 * The lists of the root that are joined (table 354). Namespaces of the same identifier stay apart: elements refer to
 * them, not to their identifiers.
 */
const LISTS = ["Namespaces", "PronunciationLexicon", "AF"];

function rootRefOf({ source }: Excerpt): Ref | undefined {
  const raw = source.document.catalog.raw("StructTreeRoot");
  return raw instanceof Ref ? raw : undefined;
}

/** Returns the references to the dictionaries of the namespace of PDF 2.0. */
function laterNamespacesOf(excerpt: Excerpt): Ref[] {
  const namespaces = rootOf(excerpt)?.array("Namespaces") ?? [];
  return namespaces.flatMap((raw) => {
    const dict = raw instanceof Ref ? raw.value : undefined;
    const identifier = dict instanceof Dict ? dict.bytes("NS") : undefined;
    return raw instanceof Ref && identifier && identifierOf(identifier) === "http://iso.org/pdf2/ssn" ? [raw] : [];
  });
}

/**
 * Makes the document element: in the namespace of PDF 2.0 the root has exactly one, which may contain others (annex L).
 */
function documentElement(root: Ref, namespace: Ref): Dict {
  return new Dict([
    ["Type", new Name("StructElem")],
    ["S", new Name("Document")],
    ["NS", namespace],
    ["P", root],
  ]);
}

function topsOf(root: Dict): (Ref | Dict)[] {
  return kidsOf(root).flatMap((raw) => {
    const value = raw instanceof Ref ? raw.value : raw;
    return value instanceof Dict && kidKind(value) === "element" ? [raw instanceof Ref ? raw : value] : [];
  });
}
