import { Failure } from "../../../../kernel/failure.ts";
import { type PartHeaders, parsePartHeaders } from "./part-headers.ts";

/*
 * The framing of multipart/form-data (RFC 7578, RFC 2046 §5.1): it takes bytes and returns events, with no stream and
 * no event emitter in between, so that the code that stores the parts sets the speed. Framing that is broken in any way
 * is an error: a form that is read wrongly must not become a result.
 */

export type MultipartEvent =
  | { readonly kind: "part"; readonly headers: PartHeaders }
  | { readonly kind: "data"; readonly bytes: Buffer }
  | { readonly kind: "end" };

const CRLF = Buffer.from("\r\n");
const HEADERS_END = Buffer.from("\r\n\r\n");
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

const MAX_HEADER_BYTES = 16 * 1024;
/** The limit of all header bytes of a form, per part that it may have: those of known clients are some 200 bytes. */
const MAX_HEADER_BYTES_PER_PART = 1024;
// RFC 2046 allows blanks after a boundary; no known client sends many.
const MAX_PADDING_BYTES = 64;

/**
 * Returns the boundary of a Content-Type header; undefined when the header is of another type.
 * @throws Failure `malformed_multipart` when there is none
 */
export function multipartBoundary(contentType = ""): string | undefined {
  const type = /^\s*multipart\/form-data\s*(?=;|$)/i.exec(contentType);
  if (type === null) {
    return undefined;
  }
  const parameters = contentType.slice(type[0].length);
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s";,]{1,200})(?=\s|;|$))/i.exec(parameters) ?? [];
  return quoted ?? token ?? refuse("the boundary is missing in its Content-Type", OWN_TYPE);
}

export class MultipartParser {
  readonly #delimiter: Buffer;
  readonly #maxParts: number;
  #parts = 0;
  #headerBytes = 0;
  // The first delimiter has no line break before it, and the delimiter after an empty part does not need a second one:
  // a line break is put in front.
  #rest: Buffer = CRLF;
  /** The first two bytes of the body, which tell one that was compressed. */
  #beginning: Buffer = Buffer.alloc(0);
  #state: "preamble" | "after delimiter" | "headers" | "data" | "epilogue" = "preamble";
  /** The number of bytes of `#rest` that precede the data of the part: the line break that ended its headers. */
  #borrowed = 0;

  /** Begins a form of at most `maxParts` parts; what is more is refused before it is parsed. */
  constructor(boundary: string, maxParts: number) {
    this.#maxParts = maxParts;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  }

  /**
   * Yields the events of the next bytes. `data` events share the memory of `chunk`, which is not kept.
   * @throws Failure `malformed_multipart`, `payload_too_large`
   */
  *push(chunk: Buffer): Generator<MultipartEvent, void, undefined> {
    if (this.#beginning.length < GZIP.length) {
      this.#beginning = Buffer.concat([this.#beginning, chunk.subarray(0, GZIP.length - this.#beginning.length)]);
    }
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (yield* this.#step()) {
      // The loop ends when there are too few bytes for another step.
    }
    // The remaining bytes are few, and the caller's chunk is only lent.
    this.#rest = Buffer.from(this.#rest);
  }

  /** Reads the next piece of the framing; returns false when that needs more bytes. */
  *#step(): Generator<MultipartEvent, boolean, undefined> {
    switch (this.#state) {
      case "preamble":
        return this.#skipPreamble();
      case "after delimiter":
        return this.#readDelimiterEnd();
      case "headers":
        return yield* this.#readHeaders();
      case "data":
        return yield* this.#readData();
      case "epilogue":
        this.#rest = Buffer.alloc(0);
        return false;
    }
  }

  /**
   * Checks that the form has ended; called when the body is complete.
   * @throws Failure `malformed_multipart`
   */
  finish(): void {
    if (this.#state !== "epilogue") {
      refuse("the final boundary is missing", this.#beginning.equals(GZIP) ? COMPRESSED : FRAMING);
    }
  }

  #skipPreamble(): boolean {
    const at = this.#rest.indexOf(this.#delimiter);
    if (at === -1) {
      this.#rest = this.#rest.subarray(this.#safeLength());
      return false;
    }
    this.#rest = this.#rest.subarray(at + this.#delimiter.length);
    this.#state = "after delimiter";
    return true;
  }

  /** Reads what follows a delimiter: `--` ends the form; blanks and a line break begin a part. */
  #readDelimiterEnd(): boolean {
    const rest = this.#rest;
    if (rest[0] === DASH && rest[1] === DASH) {
      this.#state = "epilogue";
      return true;
    }
    let at = 0;
    while (rest[at] === SPACE || rest[at] === TAB) {
      at += 1;
    }
    if (at > MAX_PADDING_BYTES) {
      refuse("a boundary is followed by too many blanks");
    }
    const [first, second] = rest.subarray(at, at + 2);
    if (first === CRLF[0] && second === CRLF[1]) {
      this.#rest = rest.subarray(at + 2);
      this.#state = "headers";
      return true;
    }
    const mayBecomeBreak = first === undefined || (first === CRLF[0] && second === undefined);
    const mayBecomeDashes = at === 0 && first === DASH && second === undefined;
    return mayBecomeBreak || mayBecomeDashes ? false : refuse("a boundary is followed by other text");
  }

  *#readHeaders(): Generator<MultipartEvent, boolean, undefined> {
    const end = this.#rest.indexOf(HEADERS_END);
    if (end > MAX_HEADER_BYTES || (end === -1 && this.#rest.length > MAX_HEADER_BYTES + HEADERS_END.length)) {
      refuse("the headers of a part are too long");
    }
    if (end === -1) {
      return false;
    }
    this.#countHeaders(end);
    yield { kind: "part", headers: parsePartHeaders(this.#rest.subarray(0, end)) };
    this.#rest = this.#rest.subarray(end + CRLF.length);
    this.#borrowed = CRLF.length;
    this.#state = "data";
    return true;
  }

  /**
   * Counts the headers of a part before they are parsed.
   * @throws Failure `payload_too_large`, `malformed_multipart`
   */
  #countHeaders(sizeBytes: number): void {
    this.#parts += 1;
    this.#headerBytes += sizeBytes;
    if (this.#parts > this.#maxParts) {
      throw new Failure("payload_too_large", `The form has more than ${this.#maxParts} parts.`);
    }
    if (this.#headerBytes > MAX_HEADER_BYTES + this.#maxParts * MAX_HEADER_BYTES_PER_PART) {
      refuse("the headers of the parts are too long");
    }
  }

  *#readData(): Generator<MultipartEvent, boolean, undefined> {
    const at = this.#rest.indexOf(this.#delimiter);
    const end = at === -1 ? this.#safeLength() : at;
    if (end > this.#borrowed) {
      yield { kind: "data", bytes: this.#rest.subarray(this.#borrowed, end) };
    }
    this.#borrowed = Math.max(0, this.#borrowed - end);
    if (at === -1) {
      this.#rest = this.#rest.subarray(end);
      return false;
    }
    yield { kind: "end" };
    this.#rest = this.#rest.subarray(at + this.#delimiter.length);
    this.#state = "after delimiter";
    return true;
  }

  /** Returns how many bytes of `#rest` cannot be the beginning of a delimiter. */
  #safeLength(): number {
    const rest = this.#rest;
    const from = Math.max(0, rest.length - this.#delimiter.length + 1);
    for (let at = rest.indexOf(CRLF[0] ?? 0, from); at !== -1; at = rest.indexOf(CRLF[0] ?? 0, at + 1)) {
      if (rest.subarray(at).equals(this.#delimiter.subarray(0, rest.length - at))) {
        return at;
      }
    }
    return rest.length;
  }
}

const OWN_TYPE = "Leave the Content-Type header out: curl -F and other clients set it themselves, with the boundary.";
/** The beginning of what gzip makes (RFC 1952, 2.3.1). */
const GZIP = Buffer.of(0x1f, 0x8b);
const COMPRESSED =
  "This is compressed with gzip: send it uncompressed and without Content-Encoding, which is not read.";
const FRAMING =
  "It was cut short, or its boundary is not the one in the Content-Type header, which the client should set.";

function refuse(reason: string, advice?: string): never {
  const more = advice === undefined ? "" : ` ${advice}`;
  throw new Failure("malformed_multipart", `The multipart body cannot be read: ${reason}.${more}`);
}
