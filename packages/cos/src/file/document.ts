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
  /** The user's or the owner's. */
  readonly password?: string | Uint8Array | undefined;
  readonly bounds?: Bounds | undefined;
  /** `auto`, unless said otherwise: repaired where the cross-reference sections fail, and told. `strict`: not repaired. */
  readonly mode?: "auto" | "strict" | undefined;
  /** Objects have token facts. */
  readonly keepsFacts?: boolean | undefined;
}

/**
 * A PDF file (ISO 32000-2, 7.5) and its objects, which are read when they are asked for. The bytes are not copied: they
 * are not to be changed.
 */
export class CosDocument implements ObjectSource {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
  readonly header: HeaderFacts;
  readonly xref: XrefFacts;
  /** What the first object says about linearization; undefined when it says nothing. */
  readonly linearization: LinearizationFacts | undefined;
  /** That of the newest revision; put together where the file has none that leads to a catalog. */
  readonly trailer: Dict;
  readonly catalog: Dict;
  /** Undefined when the file is not encrypted. */
  readonly security: SecurityHandler | undefined;
  /** Objects are where a search of the whole file found them: `xref` is only what was read before. */
  readonly isRebuilt: boolean;

  readonly #log = new RepairLog();
  readonly #loader: ObjectLoader;
  readonly #refs = new Map<number, Ref>();
  readonly #changes = new Map<number, CosDirect>();
  /** Objects that were referred to with another generation. */
  readonly #otherGenerations = new Set<number>();
  #highestNumber = 0;

  /**
   * @throws CosError `not_pdf`, `password_needed`, `wrong_password`, `unsupported_encryption`, `too_complex`; the reason
   * of the bounds' signal
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

  /** The later one of the header's and the catalog's (7.5.2): "1.7". */
  get version(): string {
    const version = laterVersion(this.header.version, this.catalog.name("Version") ?? "");
    return isVersion(version) ? version : FALLBACK_VERSION;
  }

  /** What was repaired so far: objects are repaired when they are read. At most a hundred of each kind. */
  get repairs(): readonly Repair[] {
    return this.#log.list;
  }

  /** How many repairs there were of each kind. */
  get repairCounts(): ReadonlyMap<RepairKind, number> {
    return this.#log.counts;
  }

  get isRepaired(): boolean {
    return this.#log.list.length > 0;
  }

  /**
   * The object of that number, as it was changed; null when there is none. Where the file has the object with another
   * generation it is given nevertheless, and told: references to objects of the past are rarer than wrong generations.
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

  /** The reference to that object, always the same one. Without a generation it is that of the object. */
  ref(number: number, generation: number = this.#loader.load(number)?.generation ?? 0): Ref {
    // Numbers and generations that no object has are not worth remembering.
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

  /** The object as the file has it, whatever was changed since; undefined when there is none, or none to be read. */
  object(number: number): IndirectObject | undefined {
    return this.#loader.load(number);
  }

  /** The numbers that are in use in the file, ascending: for some of them there may be no object. */
  objectNumbers(): Iterable<number> {
    return this.#loader.entries.numbersInUse();
  }

  /** From now on `value` is the object of that number. */
  replace(number: number, value: CosDirect): void {
    this.#changes.set(number, value);
    this.#highestNumber = Math.max(this.#highestNumber, number);
  }

  /** From now on the object of that number is the one of the file again. */
  restore(number: number): void {
    this.#changes.delete(number);
  }

  /**
   * A new object, with a number that the file does not know.
   * @throws CosError `too_complex` when there is none left
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

  /** What `replace` and `add` brought, by object number. */
  get changes(): ReadonlyMap<number, CosDirect> {
    return this.#changes;
  }
}

const MAX_GENERATION = 65_535;
/** Of a file that tells none: the last one whose number decides anything about reading. */
const FALLBACK_VERSION = "1.7";
