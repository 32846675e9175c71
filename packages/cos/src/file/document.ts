import { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { type CosDirect, type Dict, type ObjectSource, Ref } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";
import type { IndirectObject } from "../syntax/facts.ts";
import { isVersion, laterVersion } from "../version.ts";
import type { HeaderFacts } from "./header.ts";
import type { LinearizationFacts } from "./linearization.ts";
import { ObjectLoader } from "./object-loader.ts";
import { openFile } from "./open-file.ts";
import { type Repair, type RepairKind, RepairLog } from "./repairs.ts";
import type { XrefFacts } from "./xref.ts";
import { XrefEntries } from "./xref-entries.ts";

export interface OpenOptions {
  /** The user's or the owner's password; undefined stands for the empty one. */
  readonly password?: string | Uint8Array | undefined;
  readonly bounds?: Bounds | undefined;
  /**
   * The treatment of damage. `auto`, the default: the file is repaired where the cross-reference sections fail, and the
   * repairs are reported. `strict`: nothing is repaired.
   */
  readonly mode?: "auto" | "strict" | undefined;
  /** Whether objects keep the facts of their tokens (facts.ts); false by default. */
  readonly keepsFacts?: boolean | undefined;
  /**
   * Whether streams are read as ISO 32000-2, 7.3.8.1, has it, and not as their writers meant them: their keywords are
   * tokens of their own, and what follows an end-of-line marker after `stream`, or else the keyword itself, is data.
   * False by default.
   */
  readonly readsStreamsLiterally?: boolean | undefined;
}

/**
 * A PDF file (ISO 32000-2, 7.5) and its objects, which are read when they are asked for. The bytes are not copied, so
 * callers must not change them.
 */
export class CosDocument implements ObjectSource {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
  readonly header: HeaderFacts;
  readonly xref: XrefFacts;
  /** The linearization parameters of the first object; undefined when it has none. */
  readonly linearization: LinearizationFacts | undefined;
  /** The trailer of the newest revision. It is put together where no trailer of the file leads to a catalog. */
  readonly trailer: Dict;
  readonly catalog: Dict;
  /** The security handler; undefined when the file is not encrypted. */
  readonly security: SecurityHandler | undefined;
  /**
   * Whether objects are where a search of the whole file found them; then `xref` is only what was read before the
   * search.
   */
  readonly isRebuilt: boolean;

  readonly #log = new RepairLog();
  readonly #loader: ObjectLoader;
  readonly #refs = new Map<number, Ref>();
  readonly #changes = new Map<number, CosDirect>();
  /** The numbers of objects that were referred to with another generation; each is reported once. */
  readonly #otherGenerations = new Set<number>();
  #highestNumber = 0;

  /**
   * Opens the file in `bytes`.
   * @throws CosError `not_pdf`, `password_needed`, `wrong_password`, `unsupported_encryption` or `too_complex`, or the
   * reason of the bounds' signal when it is aborted.
   */
  static open(bytes: Uint8Array, options: OpenOptions = {}): CosDocument {
    return new CosDocument(bytes, options);
  }

  private constructor(bytes: Uint8Array, options: OpenOptions) {
    const bounds = options.bounds ?? new Bounds();
    this.bytes = bytes;
    this.bounds = bounds;
    this.#loader = new ObjectLoader({
      bytes,
      source: this,
      bounds,
      log: this.#log,
      keepsFacts: options.keepsFacts ?? false,
      readsStreamsLiterally: options.readsStreamsLiterally ?? false,
      entries: new XrefEntries(bounds.maxObjects),
      ref: (number, generation) => this.ref(number, generation),
    });
    const file = openFile({
      bytes,
      bounds,
      log: this.#log,
      loader: this.#loader,
      password: options.password,
      mode: options.mode ?? "auto",
    });
    this.header = file.header;
    this.xref = file.xref;
    this.linearization = file.linearization;
    this.trailer = file.trailer;
    this.catalog = file.catalog;
    this.security = file.security;
    this.isRebuilt = file.isRebuilt;
  }

  /** The later one of the header's and the catalog's version (7.5.2): "1.7". */
  get version(): string {
    const version = laterVersion(this.header.version, this.catalog.name("Version") ?? "");
    return isVersion(version) ? version : FALLBACK_VERSION;
  }

  /**
   * The repairs so far, at most a hundred of each kind. The list grows while objects are read, because they are
   * repaired then.
   */
  get repairs(): readonly Repair[] {
    return this.#log.list;
  }

  /** The number of repairs of each kind, including those that `repairs` does not list. */
  get repairCounts(): ReadonlyMap<RepairKind, number> {
    return this.#log.counts;
  }

  get isRepaired(): boolean {
    return this.#log.list.length > 0;
  }

  /**
   * Returns the object of that number, as it was changed; null when there is none. Where the file has the object with
   * another generation, that object is returned and a repair is reported: references to objects of the past are rarer
   * than wrong generations.
   */
  fetch(number: number, generation: number): CosDirect {
    if (this.#changes.size > 0) {
      const changed = this.#changes.get(number);
      if (changed !== undefined) {
        return changed;
      }
    }
    const object = this.#loader.load(number);
    if (object === undefined) {
      return null;
    }
    if (object.generation !== generation && !this.#otherGenerations.has(number)) {
      this.#otherGenerations.add(number);
      const message = `A reference is to generation ${generation} of object ${number}, which has ${object.generation}.`;
      this.#log.add("object-generation", message, { object: number });
    }
    return object.value;
  }

  /**
   * Returns the reference to that object, always the same one. Without `generation` it has the generation of the object
   * in the file, or 0.
   */
  ref(number: number, generation: number = this.#loader.load(number)?.generation ?? 0): Ref {
    // References to numbers and generations that no object can have are not kept.
    if (number > this.bounds.maxObjects || generation > MAX_GENERATION) {
      return new Ref(this, number, generation);
    }
    const key = generation === 0 ? number : number + generation * 2 ** 32;
    const known = this.#refs.get(key);
    if (known !== undefined) {
      return known;
    }
    const ref = new Ref(this, number, generation);
    this.#refs.set(key, ref);
    return ref;
  }

  /**
   * Returns the object as the file has it, whatever was changed since; undefined when there is none, or it cannot be
   * read.
   */
  object(number: number): IndirectObject | undefined {
    return this.#loader.load(number);
  }

  /**
   * Finds out whether the object of that number is damaged, without reading more of it than that takes: the repairs are
   * those that reading it would make.
   */
  examine(number: number): void {
    this.#loader.examine(number);
  }

  /** Returns the numbers that are in use in the file, ascending; some of them may have no object. */
  objectNumbers(): Iterable<number> {
    return this.#loader.entries.numbersInUse();
  }

  /** Makes `value` the object of that number from now on. */
  replace(number: number, value: CosDirect): void {
    this.#changes.set(number, value);
    this.#highestNumber = Math.max(this.#highestNumber, number);
  }

  /** Undoes `replace`: the object of that number is again the one of the file. */
  restore(number: number): void {
    this.#changes.delete(number);
  }

  /**
   * Adds an object under a number that the file does not use, and returns the reference to it.
   * @throws CosError `too_complex` when no number is left.
   */
  add(value: CosDirect): Ref {
    const size = this.trailer.integer("Size") ?? 0;
    const { maxObjects } = this.bounds;
    const number = Math.max(this.#highestNumber, this.#loader.entries.highest, size <= maxObjects ? size - 1 : 0) + 1;
    if (number > maxObjects) {
      throw new CosError("too_complex", `The document has objects up to number ${maxObjects}: there is none left.`);
    }
    this.replace(number, value);
    return this.ref(number, 0);
  }

  /** The values that `replace` and `add` set, by object number. */
  get changes(): ReadonlyMap<number, CosDirect> {
    return this.#changes;
  }
}

const MAX_GENERATION = 65_535;
/** The version of a file that gives none: the last one whose number decides anything about reading. */
const FALLBACK_VERSION = "1.7";
