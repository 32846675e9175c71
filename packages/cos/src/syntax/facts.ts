import type { CosDirect } from "../objects.ts";

/**
 * A fact about how a value was written that the value does not show: a breach of ISO 32000-2, 7.2 and 7.3, or of a
 * limit that ISO 19005 sets. `offset` is where the token starts, in the bytes that were read; for what is missing at
 * the end of an array or dictionary it is that of the token that ended it. A hexadecimal string counts as odd by all of
 * its characters except white-space, be they digits or not (ISO 19005-1, 6.1.6).
 */
export type TokenFact = { readonly offset: number } & (
  | { readonly kind: "hex-string-odd" }
  | { readonly kind: "hex-string-invalid" }
  /**
   * An integer that does not fit into 32 bits, signed, or one without digits, whose value is infinite; others have no
   * fact.
   */
  | { readonly kind: "integer"; readonly value: number }
  /**
   * A real above 32,767, or below 1.175494351e-38 but not 0, the sign aside, or one without digits or with several
   * points, whose value is infinite; others have no fact.
   */
  | { readonly kind: "real"; readonly value: number }
  /** A malformed number such as `1.2.3` or `--5`. */
  | { readonly kind: "number-malformed" }
  /** A `#` without two hexadecimal digits after it. */
  | { readonly kind: "name-escape" }
  /** A key that a dictionary has more than once; its last value counts. */
  | { readonly kind: "duplicate-key"; readonly key: string }
  | { readonly kind: "key-not-name" }
  | { readonly kind: "value-missing" }
  | { readonly kind: "unknown-keyword"; readonly text: string }
  /** A string, an array or a dictionary without its end. */
  | { readonly kind: "unterminated" }
);

/** An indirect object (7.3.10) with the facts of how it was written. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: CosDirect;
  readonly location: FileLocation | ObjectStreamLocation;
  /** The facts in the order in which they were read; empty unless facts are kept. */
  readonly facts: readonly TokenFact[];
}

export interface ObjectStreamLocation {
  readonly kind: "object-stream";
  /** The object number of the object stream; `index` is the object's place in it, from 0. */
  readonly stream: number;
  readonly index: number;
}

/**
 * The place of an object in the file, from the first digit of its number to after `endobj`. Offsets are from the start
 * of the bytes.
 */
export interface FileLocation {
  readonly kind: "file";
  readonly offset: number;
  readonly endOffset: number;
  readonly syntax: ObjectSyntax;
  readonly stream?: StreamSyntax;
}

/**
 * The spacing of ISO 19005-1, 6.1.8, and ISO 19005-2, 6.1.9. An EOL is a CR or LF directly at the place. Where another
 * token stands in the place of `endobj`, its spacing is stated.
 */
export interface ObjectSyntax {
  readonly hasEolBeforeNumber: boolean;
  /** Whether one white-space character each separates number, generation and `obj`. */
  readonly hasSingleSpaces: boolean;
  readonly hasEolAfterObj: boolean;
  readonly hasEolBeforeEndobj: boolean;
  readonly hasEolAfterEndobj: boolean;
  readonly hasEndobj: boolean;
}

/** The spelling of a stream in the file (ISO 32000-2, 7.3.8.1). */
export interface StreamSyntax {
  readonly dataOffset: number;
  /** The value of Length, references followed; null when it is not an integer. */
  readonly declaredLength: number | null;
  /**
   * The number of bytes up to the EOL before `endstream`: equal to `declaredLength` when that is right. It differs from
   * a Length that counts the EOL, too, although the stream is read with that.
   */
  readonly actualLength: number;
  readonly eolAfterKeyword: "CRLF" | "LF" | "CR" | "none";
  readonly hasEolBeforeEndstream: boolean;
  readonly hasEndstream: boolean;
}
