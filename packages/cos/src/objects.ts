/**
 * A value of ISO 32000-2, 7.3, or a reference to one. Null, booleans and numbers are JavaScript's own; whether a number
 * was written as an integer or as a real, and other things that the value does not show, is in the facts of the object
 * that it was read in (facts.ts). Arrays are JavaScript arrays, whose elements may be references.
 */
export type CosValue = CosDirect | Ref;
/** A value that a reference can lead to: anything but another reference. */
export type CosDirect = null | boolean | number | Name | CosString | CosArray | Dict | Stream;
export type CosArray = CosValue[];

/** A name (7.3.5). `value` has one character per byte, `#` escapes resolved; few names are anything but ASCII. */
export class Name {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** A string (7.3.4), decrypted. The bytes may be a view of the file, so callers must not change them. */
export class CosString {
  readonly bytes: Uint8Array;
  readonly isHex: boolean;

  constructor(bytes: Uint8Array, isHex = false) {
    this.bytes = bytes;
    this.isHex = isHex;
  }
}

/** The place that holds the indirect objects of one document: a file that was read, or objects that were made. */
export interface ObjectSource {
  /** Returns the object of that number and generation; null when there is none (7.3.10), or when it cannot be read. */
  fetch(number: number, generation: number): CosDirect;
}

/** An indirect reference (7.3.10). It knows its document, so that values of several documents can be put together. */
export class Ref {
  readonly source: ObjectSource;
  readonly number: number;
  readonly generation: number;

  constructor(source: ObjectSource, number: number, generation: number) {
    this.source = source;
    this.number = number;
    this.generation = generation;
  }

  /** The object that the reference leads to; null when it does not exist. */
  get value(): CosDirect {
    return this.source.fetch(this.number, this.generation);
  }
}

/** Returns the value itself, or what it refers to; null when it is undefined. */
export const resolve = (value: CosValue | undefined): CosDirect =>
  value instanceof Ref ? value.value : (value ?? null);

/** A dictionary (7.3.7). Keys are names, one character per byte. An entry that is null is equal to an absent one. */
export class Dict {
  readonly entries: Map<string, CosValue>;

  constructor(entries: Map<string, CosValue> | Iterable<readonly [string, CosValue]> = []) {
    this.entries = entries instanceof Map ? entries : new Map(entries);
  }

  /** Returns the value of `key`, references followed; null when there is none. */
  get(key: string): CosDirect {
    return resolve(this.entries.get(key));
  }

  /** Returns the value of `key` as it is written, perhaps a reference. */
  raw(key: string): CosValue | undefined {
    return this.entries.get(key);
  }

  /** Returns the value of the name at `key`; undefined when anything else is there. */
  name(key: string): string | undefined {
    const value = this.get(key);
    return value instanceof Name ? value.value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.get(key);
    return typeof value === "number" ? value : undefined;
  }

  /** Returns the number at `key` when it is a safe integer; undefined otherwise. */
  integer(key: string): number | undefined {
    const value = this.get(key);
    return Number.isSafeInteger(value) ? Number(value) : undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.get(key);
    return typeof value === "boolean" ? value : undefined;
  }

  /** Returns the bytes of the string at `key`; undefined when anything else is there. */
  bytes(key: string): Uint8Array | undefined {
    const value = this.get(key);
    return value instanceof CosString ? value.bytes : undefined;
  }

  /** Returns the dictionary at `key`, or that of the stream there; undefined when anything else is there. */
  dict(key: string): Dict | undefined {
    return asDict(this.get(key));
  }

  array(key: string): CosArray | undefined {
    const value = this.get(key);
    return Array.isArray(value) ? value : undefined;
  }

  stream(key: string): Stream | undefined {
    const value = this.get(key);
    return value instanceof Stream ? value : undefined;
  }

  set(key: string, value: CosValue): this {
    this.entries.set(key, value);
    return this;
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  has(key: string): boolean {
    return this.get(key) !== null;
  }

  keys(): IterableIterator<string> {
    return this.entries.keys();
  }

  /** Returns a new dictionary with the same entries; the values are shared. */
  copy(): Dict {
    return new Dict(new Map(this.entries));
  }
}

/** Returns the dictionary itself, or that of a stream; undefined for any other value. */
export const asDict = (value: CosDirect): Dict | undefined =>
  value instanceof Dict ? value : value instanceof Stream ? value.dict : undefined;

export const isName = (value: CosDirect | undefined, name: string): boolean =>
  value instanceof Name && value.value === name;

/** The source of a stream's bytes: a part of a file, perhaps encrypted, or bytes that were made. */
export interface StreamBytes {
  /**
   * Returns the bytes as the filters of the dictionary left them: decrypted, not decoded. Callers must not change them.
   */
  encoded(): Uint8Array;
  /** The number of bytes that the file has for the stream, before decryption. */
  readonly lengthBytes: number;
}

/** A stream (7.3.8). `decodeStream` undoes its filters. */
export class Stream {
  readonly dict: Dict;
  readonly bytes: StreamBytes;

  constructor(dict: Dict, bytes: StreamBytes | Uint8Array) {
    this.dict = dict;
    this.bytes = bytes instanceof Uint8Array ? { encoded: () => bytes, lengthBytes: bytes.length } : bytes;
  }
}
