import type { Bounds } from "../bounds.ts";
import type { ObjectSource } from "../objects.ts";
import { type Dict, type Ref, Stream } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";
import { skipWhiteSpace } from "../syntax/characters.ts";
import type { IndirectObject } from "../syntax/facts.ts";
import { type ObjectContext, type ObjectCrypt, type ParseContext, parseIndirectObject } from "../syntax/parser.ts";
import { ObjectStream, ObjectStreamCache } from "./object-stream.ts";
import type { RepairLog } from "./repairs.ts";
import { digitsValue, skipDigits } from "./scan.ts";
import { type XrefEntries, XrefKind } from "./xref-entries.ts";

export interface LoaderOptions {
  readonly bytes: Uint8Array;
  readonly source: ObjectSource;
  readonly bounds: Bounds;
  readonly log: RepairLog;
  readonly keepsFacts: boolean;
  readonly readsStreamsLiterally: boolean;
  readonly entries: XrefEntries;
  ref(number: number, generation: number): Ref;
}

/**
 * Reads objects where the entries say they are (ISO 32000-2, 7.3.10), each once: the same number always gives the same
 * value. An object that is not there is looked for with `findEntries`.
 */
export class ObjectLoader {
  /** The entries of all objects; replaced when a search of the file makes new ones. */
  entries: XrefEntries;
  /**
   * Returns other entries, for objects that are not where `entries` says. While it is undefined, such objects are not
   * looked for.
   */
  findEntries: (() => XrefEntries) | undefined;
  /** The context for parsing what is not encrypted. */
  readonly plainContext: ParseContext;

  readonly #bytes: Uint8Array;
  readonly #bounds: Bounds;
  readonly #log: RepairLog;
  readonly #context: ObjectContext;
  /** The objects that were read, by number; null when there is an entry, but no object. */
  readonly #objects = new Map<number, IndirectObject | null>();
  /** The numbers of the objects and object streams that are being read. */
  readonly #reading = new Set<number>();
  readonly #streams = new ObjectStreamCache();
  readonly #unreadableStreams = new Set<number>();
  #security: SecurityHandler | undefined;
  #encryptNumber: number | undefined;

  constructor(options: LoaderOptions) {
    const { bytes, source, bounds, log, entries } = options;
    this.#bytes = bytes;
    this.#bounds = bounds;
    this.#log = log;
    this.entries = entries;
    const ref = (number: number, generation: number): Ref => options.ref(number, generation);
    this.plainContext = {
      source,
      bounds,
      ref,
      facts: options.keepsFacts ? [] : undefined,
      onTooDeep: () => log.add("nested-too-deep", `What is nested more than ${bounds.maxDepth} deep was left out.`),
    };
    this.#context = {
      ...this.plainContext,
      cryptFor: (number, generation) => this.#cryptFor(number, generation),
      readsStreamsLiterally: options.readsStreamsLiterally,
    };
  }

  /** Forgets what was read so far, so that it is read again, with other entries or decrypted. */
  reset(): void {
    const encrypt = this.#encryptNumber === undefined ? undefined : this.#objects.get(this.#encryptNumber);
    this.#objects.clear();
    if (this.#security !== undefined && this.#encryptNumber !== undefined && encrypt !== undefined) {
      this.#objects.set(this.#encryptNumber, encrypt);
    }
    this.#streams.clear();
    this.#unreadableStreams.clear();
  }

  /** Marks the object of that number as the encryption dictionary, whose strings are not encrypted (7.6.2). */
  exemptFromEncryption(number: number): void {
    this.#encryptNumber = number;
  }

  /**
   * Decrypts what is read from now on with `security`; undefined means that nothing is encrypted. What was read before
   * is forgotten.
   */
  decryptWith(security: SecurityHandler | undefined): void {
    this.#security = security;
    this.reset();
  }

  /**
   * Returns the object of that number; undefined when there is none, when it cannot be read, or when it is being read
   * further up the call stack.
   */
  load(number: number): IndirectObject | undefined {
    const known = this.#objects.get(number);
    if (known !== undefined) {
      return known ?? undefined;
    }
    if (this.entries.kind(number) <= XrefKind.free) {
      return undefined;
    }
    if (this.#reading.has(number) || this.#reading.size >= this.#bounds.maxDepth) {
      this.#log.add("reference-loop", `Object ${number} is needed to read itself.`, { object: number });
      return undefined;
    }
    this.#bounds.step();
    this.#reading.add(number);
    try {
      const object = this.#read(number, this.entries) ?? this.#find(number);
      this.#objects.set(number, object ?? null);
      return object;
    } finally {
      this.#reading.delete(number);
    }
  }

  /**
   * Makes the repairs that loading the object would make. Of an object in an object stream only its place can be damaged,
   * and how deep it is nested, so that it is not parsed.
   */
  examine(number: number): void {
    if (this.#objects.has(number) || !this.#isSoundInStream(number)) {
      this.load(number);
    }
  }

  /** Returns whether the object is where it should be in an object stream, and cannot be nested too deep. */
  #isSoundInStream(number: number): boolean {
    const { entries } = this;
    if (entries.kind(number) !== XrefKind.objectStream) {
      return false;
    }
    const stream = entries.place(number);
    return (
      entries.kind(stream) === XrefKind.file &&
      this.objectStream(stream)?.holdsFlat(number, entries.detail(number), this.#bounds.maxDepth) === true
    );
  }

  /**
   * Returns the object stream of that number, decoded; undefined when it cannot be read, or is being read further up
   * the call stack.
   */
  objectStream(number: number): ObjectStream | undefined {
    const known = this.#streams.get(number);
    if (known !== undefined || this.#unreadableStreams.has(number) || this.#reading.has(number)) {
      return known;
    }
    const value = this.load(number)?.value;
    // The parameters of its filters may be objects of the stream itself.
    this.#reading.add(number);
    try {
      const stream = value instanceof Stream ? ObjectStream.read(number, value, this.#bounds) : undefined;
      if (stream === undefined) {
        this.#unreadableStreams.add(number);
        this.#log.add("object-stream", `Object ${number} is no object stream that can be read.`, { object: number });
        return undefined;
      }
      this.#streams.add(stream);
      return stream;
    } finally {
      this.#reading.delete(number);
    }
  }

  #read(number: number, entries: XrefEntries): IndirectObject | undefined {
    switch (entries.kind(number)) {
      case XrefKind.none:
      case XrefKind.free:
        return undefined;
      case XrefKind.file:
        return this.#readAt(number, entries.place(number), entries.detail(number));
      case XrefKind.objectStream: {
        const stream = entries.place(number);
        // 7.5.7: an object stream holds no streams, so no object streams either.
        if (entries.kind(stream) === XrefKind.objectStream) {
          this.#log.add("object-stream", `Object stream ${stream} is in an object stream.`, { object: stream });
          return undefined;
        }
        return this.objectStream(stream)?.object(number, entries.detail(number), this.plainContext);
      }
    }
  }

  #readAt(number: number, offset: number, generation: number): IndirectObject | undefined {
    // This is checked before anything is parsed: otherwise many entries could have one large object parsed over and
    // over.
    if (!startsObject(this.#bytes, offset, number)) {
      return undefined;
    }
    const object = parseIndirectObject(this.#bytes, offset, this.#context);
    if (object?.number !== number) {
      return undefined;
    }
    this.#report(object, generation);
    return object;
  }

  #find(number: number): IndirectObject | undefined {
    const isNowhere = this.entries.kind(number) === XrefKind.file && this.entries.place(number) === 0;
    // Some writers leave entries with offset 0 for objects that they deleted.
    const other = isNowhere ? undefined : this.findEntries?.();
    const object = other === undefined || other === this.entries ? undefined : this.#read(number, other);
    if (object === undefined) {
      this.#log.add("object-missing", `Object ${number} is not where it should be.`, { object: number });
    } else {
      const where = object.location.kind === "file" ? { offset: object.location.offset } : {};
      this.#log.add("object-moved", `Object ${number} was found somewhere else.`, { object: number, ...where });
    }
    return object;
  }

  #report(object: IndirectObject, generation: number): void {
    const { location, number, value } = object;
    if (location.kind !== "file") {
      return;
    }
    const { offset, stream, syntax } = location;
    if (object.generation !== generation) {
      const message = `Object ${number} has generation ${object.generation}, not ${generation}.`;
      this.#log.add("object-generation", message, { object: number, offset });
    }
    if (!syntax.hasEndobj) {
      this.#log.add("object-syntax", `Object ${number} has no endobj.`, { object: number, offset });
    }
    const isLengthUsed = value instanceof Stream && value.bytes.lengthBytes === stream?.declaredLength;
    if (stream !== undefined && !(isLengthUsed && stream.hasEndstream)) {
      const message = `The stream of object ${number} has ${stream.actualLength} bytes, not ${stream.declaredLength}.`;
      this.#log.add("stream-length", message, { object: number, offset });
    }
  }

  #cryptFor(number: number, generation: number): ObjectCrypt | undefined {
    const security = this.#security;
    return security === undefined || number === this.#encryptNumber
      ? undefined
      : new HandlerCrypt(security, number, generation);
  }
}

class HandlerCrypt implements ObjectCrypt {
  readonly #security: SecurityHandler;
  readonly #number: number;
  readonly #generation: number;

  constructor(security: SecurityHandler, number: number, generation: number) {
    this.#security = security;
    this.#number = number;
    this.#generation = generation;
  }

  decryptString(bytes: Uint8Array): Uint8Array {
    return this.#security.decryptString(bytes, this.#number, this.#generation);
  }

  decryptStream(bytes: Uint8Array, dict: Dict): Uint8Array {
    return this.#security.decryptStream(bytes, dict, this.#number, this.#generation);
  }
}

/** The maximum number of white-space bytes between the offset of an entry and the object there. */
const MAX_SPACE_BEFORE = 1024;

/** Returns whether `number` is the first number at `offset`, white-space aside. */
function startsObject(bytes: Uint8Array, offset: number, number: number): boolean {
  const start = skipWhiteSpace(bytes, offset, Math.min(bytes.length, offset + MAX_SPACE_BEFORE));
  const end = skipDigits(bytes, start);
  return end > start && digitsValue(bytes, start, end) === number;
}
