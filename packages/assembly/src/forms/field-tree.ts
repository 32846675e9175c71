import { type Bounds, type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { SourceDocument } from "../source-document.ts";

/** A field, a widget of one, or both in one dictionary (ISO 32000-2, 12.7.4.1). */
export class FieldNode {
  /** The reference to the dictionary; undefined when it is direct in its parent's array. */
  readonly ref: Ref | undefined;
  /** The dictionary as it was read. */
  readonly dict: Dict;
  readonly parent: FieldNode | undefined;
  /** The place among the siblings, from 0. */
  readonly position: number;
  readonly kids: FieldNode[] = [];
  /** The field's type, inherited when the dictionary has none. */
  readonly type: string | undefined;

  constructor({ ref, dict }: FieldTarget, parent: FieldNode | undefined, position: number) {
    this.ref = ref;
    this.dict = dict;
    this.parent = parent;
    this.position = position;
    this.type = dict.name("FT") ?? parent?.type;
  }
}

interface FieldTarget {
  readonly ref: Ref | undefined;
  readonly dict: Dict;
}

/**
 * The fields of a document, read once however many parts are taken from it. Each object is in the tree once, below the
 * first field that lists it: loops end there. Fields that are listed nowhere are added when `nodeOf` is asked for them.
 */
export class FieldTree {
  /** The interactive form dictionary. */
  readonly form: Dict | undefined;
  readonly roots: FieldNode[] = [];
  /**
   * The fields whose array of kids differs from their kids here: a kid may only name its parent, or be its ancestor.
   */
  readonly misleading = new Set<FieldNode>();
  /** The fields that are direct objects in their parents' arrays, where most readers do not look for any. */
  readonly direct = new Set<FieldNode>();
  /** The fields with the value of a signature. */
  readonly signed = new Set<FieldNode>();
  /** The fields that are calculated, with their place in the order of calculation. */
  readonly calculated: ReadonlyMap<FieldNode, number>;
  readonly #source: SourceDocument;
  readonly #bounds: Bounds;
  readonly #known = new Map<number | Dict, FieldNode>();
  readonly #readArrays = new Set<number>();

  /**
   * Returns the tree of a source, which is read once.
   * @throws CosError `too_complex` when a bound is met.
   */
  static of(source: SourceDocument): FieldTree {
    return source.memo(readFields);
  }

  /**
   * Reads the fields of a source.
   * @throws CosError `too_complex` when a bound is met.
   */
  constructor(source: SourceDocument) {
    this.#source = source;
    this.#bounds = source.document.bounds;
    this.form = source.document.catalog.dict("AcroForm");
    for (const target of this.form?.array("Fields") ?? []) {
      this.#bounds.step();
      this.nodeOf(target);
    }
    const calculated = new Map<FieldNode, number>();
    for (const target of this.form?.array("CO") ?? []) {
      this.#bounds.step();
      const node = target instanceof Ref ? this.#known.get(target.number) : undefined;
      if (node !== undefined && !calculated.has(node)) {
        calculated.set(node, calculated.size);
      }
    }
    this.calculated = calculated;
  }

  get nodes(): Iterable<FieldNode> {
    return this.#known.values();
  }

  /** Returns the node of an object that is in the tree; undefined when it is not. */
  knownNodeOf(ref: Ref): FieldNode | undefined {
    return this.#known.get(ref.number);
  }

  /**
   * Returns the node of a field or widget, which is added with the fields above and below it; undefined when the value
   * cannot be one.
   */
  nodeOf(value: CosValue): FieldNode | undefined {
    const target = this.#targetOf(value);
    return target && (this.#known.get(keyOf(target)) ?? this.#add(target));
  }

  /** Returns the field that a widget names as its parent, for a widget that is direct in its page's array. */
  parentOf(widget: Dict): FieldNode | undefined {
    const ref = this.#parentTarget(widget)?.ref;
    return ref && this.nodeOf(ref);
  }

  #add(target: FieldTarget): FieldNode | undefined {
    const chain = [target];
    const seen = new Set([keyOf(target)]);
    let above = this.#parentTarget(target.dict);
    while (above !== undefined && !this.#known.has(keyOf(above)) && !seen.has(keyOf(above))) {
      this.#bounds.step();
      seen.add(keyOf(above));
      chain.push(above);
      above = this.#parentTarget(above.dict);
    }
    // Where the chain comes back to itself, the element met last is the root.
    let node = above && this.#known.get(keyOf(above));
    for (const next of chain.toReversed()) {
      const listed = this.#known.get(keyOf(next));
      if (listed === undefined && node !== undefined) {
        this.misleading.add(node);
      }
      node = listed ?? this.#attach(next, node);
      if (listed === undefined) {
        this.#readKids(node);
      }
    }
    return node;
  }

  #attach(target: FieldTarget, parent: FieldNode | undefined): FieldNode {
    const siblings = parent?.kids ?? this.roots;
    const node = new FieldNode(target, parent, siblings.length);
    siblings.push(node);
    this.#known.set(keyOf(target), node);
    if (target.ref === undefined) {
      this.direct.add(node);
    }
    const value = target.dict.get("V");
    if (value instanceof Dict && (node.type === "Sig" || value.entries.has("ByteRange"))) {
      this.signed.add(node);
    }
    return node;
  }

  #readKids(root: FieldNode): void {
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const kid of this.#kidsOf(node)) {
        this.#bounds.step();
        const target = this.#targetOf(kid);
        if (target === undefined || this.#known.has(keyOf(target))) {
          this.misleading.add(node);
        } else {
          open.push(this.#attach(target, node));
        }
      }
    }
  }

  /** Returns the kids of a field. An array that many fields share has nothing new for the second one. */
  #kidsOf(node: FieldNode): readonly CosValue[] {
    const raw = node.dict.raw("Kids");
    if (raw instanceof Ref) {
      if (this.#readArrays.has(raw.number)) {
        this.misleading.add(node);
        return [];
      }
      this.#readArrays.add(raw.number);
    }
    return node.dict.array("Kids") ?? [];
  }

  #parentTarget(dict: Dict): FieldTarget | undefined {
    const raw = dict.raw("Parent");
    const target = raw instanceof Ref ? this.#targetOf(raw) : undefined;
    return target && isField(target.dict) ? target : undefined;
  }

  #targetOf(value: CosValue): FieldTarget | undefined {
    const dict = resolve(value);
    if (!(dict instanceof Dict) || this.#source.indexOf(value) !== undefined || isOfOtherKind(dict)) {
      return undefined;
    }
    const ref = value instanceof Ref ? value : undefined;
    return ref !== undefined || isField(dict) ? { ref, dict } : undefined;
  }
}

const readFields = (source: SourceDocument): FieldTree => new FieldTree(source);

const keyOf = ({ ref, dict }: FieldTarget): number | Dict => ref?.number ?? dict;

/** Returns whether the dictionary looks like a field, which is required where nothing else says that it is one. */
const isField = (dict: Dict): boolean => ["T", "FT", "Kids"].some((key) => dict.entries.has(key));
const OTHER_TYPES: ReadonlySet<string | undefined> = new Set(["Catalog", "Pages", "Page"]);

/**
 * Returns whether the dictionary is something that damaged forms refer to in place of fields; the whole old document
 * would come along with it.
 */
const isOfOtherKind = (dict: Dict): boolean => dict.entries.has("Fields") || OTHER_TYPES.has(dict.name("Type"));
