import { type CosValue, Dict, Ref } from "@quire/cos";
import type { Annotation } from "../annotation.ts";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import { type FieldNode, FieldTree } from "./field-tree.ts";

interface ChangedField {
  readonly dict: Dict;
  readonly ref: Ref;
}

/**
 * The fields of an excerpt that are in the new document: all of a whole document; else those with a widget on a taken
 * page, and the fields above them. Changes to fields are collected here, until `settle` applies them to the document.
 */
export class TakenFields {
  readonly excerpt: Excerpt;
  readonly tree: FieldTree;
  readonly #assembly: Assembly;
  readonly #annotationOf = new Map<FieldNode, Annotation>();
  /** The taken fields of a part; `#takenKids` has the kids that they keep. Both are empty for a whole document. */
  readonly #taken = new Set<FieldNode>();
  readonly #takenKids = new Map<FieldNode, FieldNode[]>();
  readonly #takenRoots: FieldNode[] = [];
  readonly #changed = new Map<FieldNode, ChangedField>();
  /** The fields whose array of kids is to be rewritten. */
  readonly #withOtherKids: Set<FieldNode>;

  /**
   * Collects the fields of the excerpt.
   * @throws CosError `too_complex` when a bound is met.
   */
  constructor(excerpt: Excerpt, assembly: Assembly) {
    this.excerpt = excerpt;
    this.tree = FieldTree.of(excerpt.source);
    this.#assembly = assembly;
    for (const { annotations } of excerpt.pages) {
      for (const annotation of annotations) {
        assembly.bounds.step();
        if (!annotation.isRemoved) {
          this.#takeWidget(annotation);
        }
      }
    }
    this.#takenRoots.sort(byPosition);
    for (const kids of this.#takenKids.values()) {
      kids.sort(byPosition);
    }
    this.#withOtherKids = new Set(excerpt.isWhole ? this.tree.misleading : undefined);
  }

  get roots(): readonly FieldNode[] {
    return this.excerpt.isWhole ? this.tree.roots : this.#takenRoots;
  }

  /** All of the fields, in no particular order. */
  get nodes(): Iterable<FieldNode> {
    return this.excerpt.isWhole ? this.tree.nodes : this.#taken;
  }

  has(node: FieldNode): boolean {
    return this.excerpt.isWhole || this.#taken.has(node);
  }

  kidsOf(node: FieldNode): readonly FieldNode[] {
    return this.excerpt.isWhole ? node.kids : (this.#takenKids.get(node) ?? []);
  }

  /** Returns the dictionary of a taken field for changes, a copy of the one that was read. */
  edit(node: FieldNode): Dict {
    const annotation = this.#annotationOf.get(node);
    if (annotation !== undefined) {
      return annotation.edit();
    }
    return this.#change(node).dict;
  }

  /** Makes the taken fields refer to each other, and returns the root fields as the elements of /Fields. */
  settle(): CosValue[] {
    for (const root of this.roots) {
      this.#assembly.bounds.step();
      if (root.dict.entries.has("Parent")) {
        this.edit(root).delete("Parent");
      }
    }
    const { direct } = this.tree;
    for (const node of direct.size === 0 ? [] : this.nodes) {
      this.#assembly.bounds.step();
      if (direct.has(node)) {
        this.#makeIndirect(node);
      }
    }
    for (const node of this.#taken) {
      this.#assembly.bounds.step();
      this.#correct(node);
    }
    for (const node of this.#withOtherKids) {
      const kids = this.kidsOf(node).map((kid) => this.#valueOf(kid));
      if (kids.length > 0) {
        this.edit(node).set("Kids", kids);
      } else {
        this.edit(node).delete("Kids");
      }
    }
    return this.roots.map((root) => this.#valueOf(root));
  }

  #takeWidget(annotation: Annotation): void {
    const { ref, dict } = annotation;
    if (ref === undefined) {
      const parent = dict.name("Subtype") === "Widget" ? this.tree.parentOf(dict) : undefined;
      this.#take(parent);
      return;
    }
    const node = this.tree.knownNodeOf(ref) ?? (isFieldOrWidget(dict) ? this.tree.nodeOf(ref) : undefined);
    if (node !== undefined) {
      this.#annotationOf.set(node, annotation);
      this.#take(node);
    }
  }

  #take(widget: FieldNode | undefined): void {
    if (this.excerpt.isWhole) {
      return;
    }
    for (let node = widget; node !== undefined && !this.#taken.has(node); node = node.parent) {
      this.#assembly.bounds.step();
      this.#taken.add(node);
      if (node.parent === undefined) {
        this.#takenRoots.push(node);
      } else {
        const kids = this.#takenKids.get(node.parent);
        if (kids === undefined) {
          this.#takenKids.set(node.parent, [node]);
        } else {
          kids.push(node);
        }
      }
    }
  }

  #makeIndirect(node: FieldNode): void {
    const { ref } = this.#change(node);
    for (const kid of this.kidsOf(node)) {
      this.#assembly.bounds.step();
      this.edit(kid).set("Parent", ref);
    }
  }

  /** Corrects the references of a part's field, so that nothing leads to fields that are left out. */
  #correct(node: FieldNode): void {
    const { dict, parent } = node;
    const rawParent = dict.raw("Parent");
    const parentNumber = rawParent instanceof Ref ? rawParent.number : undefined;
    if (parent?.ref !== undefined && rawParent !== undefined && parentNumber !== parent.ref.number) {
      this.edit(node).set("Parent", parent.ref);
    }
    if (this.tree.misleading.has(node) || this.kidsOf(node).length < node.kids.length) {
      this.#giveOtherKids(node);
    }
  }

  #giveOtherKids(node: FieldNode | undefined): void {
    if (node !== undefined) {
      // The field is put at the end, so that `settle` comes to it once more.
      this.#withOtherKids.delete(node);
      this.#withOtherKids.add(node);
    }
  }

  #change(node: FieldNode): ChangedField {
    const known = this.#changed.get(node);
    if (known !== undefined) {
      return known;
    }
    const dict = node.dict.copy();
    const changed = { dict, ref: node.ref ?? this.#assembly.add(dict) };
    this.#changed.set(node, changed);
    if (node.ref !== undefined) {
      this.excerpt.change(node.ref, dict);
    } else {
      // The dictionary was direct in its parent's array, which now refers to the copy.
      this.#giveOtherKids(node.parent);
    }
    return changed;
  }

  #valueOf(node: FieldNode): CosValue {
    return this.#changed.get(node)?.ref ?? node.ref ?? node.dict;
  }
}

const byPosition = (first: FieldNode, second: FieldNode): number => first.position - second.position;

/**
 * Returns whether the dictionary is a field or a widget of one. A widget that belongs to no field at all is left to its
 * page.
 */
const isFieldOrWidget = (dict: Dict): boolean =>
  dict.name("Subtype") === "Widget" && ["T", "FT", "Parent"].some((key) => dict.entries.has(key));
