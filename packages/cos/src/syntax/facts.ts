import type { CosDirect } from "../objects.ts";

/**
 * What a value does not tell about how it was written: where ISO 32000-2, 7.2 and 7.3, was not kept to, or where a
 * limit of ISO 19005 may not be. `offset` is where the token starts, in the bytes that were read; what is missing at the
 * end of an array or dictionary is missed at the token that ended it. A hexadecimal string is odd by all of its characters
 * but white-space, be they digits or not (ISO 19005-1, 6.1.6).
 */
export type TokenFact = { readonly offset: number } & (
  | { readonly kind: "hex-string-odd" }
  | { readonly kind: "hex-string-invalid" }
  /** Only what 32 bits, signed, do not hold. */
  | { readonly kind: "integer"; readonly value: number }
  /** Only more than 32,767, or less than 1.175494351e-38 but not 0; the sign aside. */
  | { readonly kind: "real"; readonly value: number }
  /** Such as `1.2.3` or `--5`. */
  | { readonly kind: "number-malformed" }
  /** A `#` without two hexadecimal digits after it. */
  | { readonly kind: "name-escape" }
  /** The last one of the entries counts. */
  | { readonly kind: "duplicate-key"; readonly key: string }
  | { readonly kind: "key-not-name" }
  | { readonly kind: "value-missing" }
  | { readonly kind: "unknown-keyword"; readonly text: string }
  /** A string, an array or a dictionary without its end. */
  | { readonly kind: "unterminated" }
);

/** An indirect object (7.3.10) with what is known of how it was written. */
export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: CosDirect;
  readonly location: FileLocation | ObjectStreamLocation;
  /** In the order in which they were read; empty unless facts are kept. */
  readonly facts: readonly TokenFact[];
}

export interface ObjectStreamLocation {
  readonly kind: "object-stream";
  /** The object number of the object stream, and which of its objects it is, from 0. */
  readonly stream: number;
  readonly index: number;
}

/** From the first digit of the object number to after `endobj`; offsets are from the start of the bytes. */
export interface FileLocation {
  readonly kind: "file";
  readonly offset: number;
  readonly endOffset: number;
  readonly syntax: ObjectSyntax;
  readonly stream?: StreamSyntax;
}

/** The spacing of ISO 19005-1, 6.1.8, and ISO 19005-2, 6.1.9. An EOL is a CR or LF right there. */
export interface ObjectSyntax {
  readonly hasEolBeforeNumber: boolean;
  /** Number, generation and `obj` are one white-space character apart each. */
  readonly hasSingleSpaces: boolean;
  readonly hasEolAfterObj: boolean;
  readonly hasEolBeforeEndobj: boolean;
  readonly hasEolAfterEndobj: boolean;
  readonly hasEndobj: boolean;
}

/** How a stream was written (ISO 32000-2, 7.3.8.1). */
export interface StreamSyntax {
  readonly dataOffset: number;
  /** Length, references followed; null when it is no integer. */
  readonly declaredLength: number | null;
  /**
   * The bytes that are there, without the EOL before `endstream`: the same as `declaredLength` when that is right. A
   * Length that counts the EOL, too, is not, although the stream is read with it.
   */
  readonly actualLength: number;
  readonly eolAfterKeyword: "CRLF" | "LF" | "CR" | "none";
  readonly hasEolBeforeEndstream: boolean;
  readonly hasEndstream: boolean;
}
