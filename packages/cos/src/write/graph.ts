import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosDirect, type CosValue, Dict, isName, type ObjectSource, Ref, Stream } from "../objects.ts";
import { MadeObjects } from "./made-objects.ts";

/**
 * The indirect objects that are reachable from the given ones, those of several sources together. Each has an index, in
 * the order in which it is reached, breadth first.
 */
export class ObjectGraph {
  readonly #ids = new Map<ObjectSource, SourceIds>();
  readonly #refs: Ref[] = [];
  readonly #isMissing: boolean[] = [];
  readonly #streams: number[] = [];
  /** The objects made of streams that stand where only a reference can be. */
  readonly #made = new MadeObjects();
  readonly #madeRefs = new Map<Stream, Ref>();
  readonly #bounds: Bounds;
  #lastSource: ObjectSource | undefined;
  #lastIds: SourceIds | undefined;
  #missing = 0;
  #fileStructure = 0;

  constructor(roots: readonly Ref[], bounds: Bounds) {
    this.#bounds = bounds;
    for (const root of roots) {
      this.#reach(root);
    }
    for (let id = 0; id < this.#refs.length; id++) {
      this.#visit(id);
    }
  }

  /** The number of references that were found, those that lead to nothing included. */
  get size(): number {
    return this.#refs.length;
  }

  /** The number of references that lead to nothing. */
  get missing(): number {
    return this.#missing;
  }

  /**
   * The number of cross-reference and object streams that something referred to: they belong to their file alone, and
   * are missing here.
   */
  get fileStructure(): number {
    return this.#fileStructure;
  }

  get sources(): Iterable<ObjectSource> {
    return this.#ids.keys();
  }

  /** The indices of all streams. */
  get streams(): readonly number[] {
    return this.#streams;
  }

  /** Returns the index of an object; -1 when it does not exist. */
  idOf(target: Ref | Stream): number {
    const ref = target instanceof Ref ? target : this.#madeRefs.get(target);
    const id = ref === undefined ? undefined : idIn(this.#idsOf(ref.source), ref);
    return id === undefined || this.#isMissing[id] === true ? -1 : id;
  }

  value(id: number): CosDirect {
    return this.#refs[id]?.value ?? null;
  }

  #visit(id: number): void {
    this.#bounds.step();
    const value = this.value(id);
    const isStream = value instanceof Stream;
    // 7.5.7, 7.5.8: such streams describe the file that they were in.
    const isFileStructure =
      isStream && (isName(value.dict.get("Type"), "XRef") || isName(value.dict.get("Type"), "ObjStm"));
    if (value === null || isFileStructure) {
      this.#isMissing[id] = true;
      this.#missing += value === null ? 1 : 0;
      this.#fileStructure += isFileStructure ? 1 : 0;
    } else if (isStream) {
      this.#streams.push(id);
      // The length is written newly.
      this.#entries(value.dict, 0, "Length");
    } else {
      this.#scan(value, 0);
    }
  }

  #scan(value: CosValue, depth: number): void {
    if (value instanceof Ref) {
      this.#reach(value);
    } else if (value instanceof Dict) {
      this.#entries(value, depth);
    } else if (Array.isArray(value)) {
      this.#bounds.checkDepth(depth);
      for (const element of value) {
        this.#bounds.step();
        if (typeof element === "object") {
          this.#scan(element, depth + 1);
        }
      }
    } else if (value instanceof Stream) {
      this.#reach(this.#refOf(value));
    }
  }

  #entries(dict: Dict, depth: number, exceptKey?: string): void {
    this.#bounds.checkDepth(depth);
    for (const [key, value] of dict.entries) {
      this.#bounds.step();
      if (typeof value === "object" && key !== exceptKey) {
        this.#scan(value, depth + 1);
      }
    }
  }

  #reach(ref: Ref): void {
    const ids = this.#idsOf(ref.source);
    if (idIn(ids, ref) !== undefined) {
      return;
    }
    const id = this.#aliasOf(ids, ref) ?? this.#refs.push(ref) - 1;
    if (id >= this.#bounds.maxObjects) {
      throw new CosError("too_complex", `There are more than ${this.#bounds.maxObjects} objects.`);
    }
    if (ref.generation === 0) {
      ids.first.set(ref.number, id);
    } else {
      ids.later.set(`${ref.number} ${ref.generation}`, id);
      ids.ofLater.set(ref.number, id);
    }
  }

  /**
   * Returns the index of the same object under another generation, if any: readers tolerate wrong generations, so a
   * source may give one object for several.
   */
  #aliasOf(ids: SourceIds, ref: Ref): number | undefined {
    if (ref.generation === 0 && ids.ofLater.size === 0) {
      return undefined;
    }
    const other = ids.first.get(ref.number) ?? ids.ofLater.get(ref.number);
    if (other === undefined) {
      return undefined;
    }
    const { value } = ref;
    return typeof value === "object" && value !== null && value === this.value(other) ? other : undefined;
  }

  #refOf(stream: Stream): Ref {
    const known = this.#madeRefs.get(stream);
    if (known !== undefined) {
      return known;
    }
    const ref = this.#made.add(stream);
    this.#madeRefs.set(stream, ref);
    return ref;
  }

  #idsOf(source: ObjectSource): SourceIds {
    if (source !== this.#lastSource || this.#lastIds === undefined) {
      this.#lastSource = source;
      this.#lastIds = this.#ids.get(source) ?? { first: new Map(), later: new Map(), ofLater: new Map() };
      this.#ids.set(source, this.#lastIds);
    }
    return this.#lastIds;
  }
}

/**
 * The indices of one source's objects: by number for generation 0, which nearly all have; by number and generation for
 * the rest.
 */
interface SourceIds {
  readonly first: Map<number, number>;
  readonly later: Map<string, number>;
  /** For each number, the index of one of the objects with a later generation. */
  readonly ofLater: Map<number, number>;
}

const idIn = (ids: SourceIds, ref: Ref): number | undefined =>
  ref.generation === 0 ? ids.first.get(ref.number) : ids.later.get(`${ref.number} ${ref.generation}`);
