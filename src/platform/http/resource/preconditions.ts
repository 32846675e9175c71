import { Failure } from "../../../kernel/failure.ts";

/** The conditions of a request (RFC 9110 §13): the header fields as they came. */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Checks `If-Match` and `If-None-Match` of a request that changes something against what exists: `etag`, undefined when
 * nothing does.
 * @throws Failure `precondition_failed`
 */
export function requirePreconditions({ ifMatch, ifNoneMatch }: Preconditions, etag: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, etag, { isWeak: false })) {
    throw new Failure("precondition_failed", "The current version does not match If-Match; read it again.");
  }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag, { isWeak: true })) {
    throw new Failure("precondition_failed", "The current version matches If-None-Match, so nothing is written.");
  }
}

/** Returns whether the reader of something has it already, and is to be answered 304. */
export const isKnown = ({ ifNoneMatch }: Preconditions, etag: string): boolean =>
  ifNoneMatch !== undefined && matches(ifNoneMatch, etag, { isWeak: true });

// The form of an entity tag is defined in RFC 9110 §8.8.3.
const ENTITY_TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Returns whether a field names the tag (RFC 9110 §8.8.3.2): with the strong comparison a weak tag is equal to none.
 */
function matches(field: string, etag: string | undefined, { isWeak }: { readonly isWeak: boolean }): boolean {
  if (etag === undefined) {
    return false;
  }
  return (
    field.trim() === "*" ||
    [...field.matchAll(ENTITY_TAG)].some(([, weak, tag]) => tag === etag && (isWeak || weak === undefined))
  );
}
