/** A text field of a form. */
interface TextPart {
  readonly name: string;
  readonly value: string | Buffer;
}

/**
 * A file of a form. `filename: null` leaves the parameter out; `disposition` replaces the whole value of the header.
 */
export interface FilePart {
  readonly name: string;
  readonly content: Buffer;
  readonly filename?: string | null;
  readonly contentType?: string | null;
  readonly disposition?: string;
}

export type Part = TextPart | FilePart;

export interface EncodedForm {
  readonly contentType: string;
  readonly body: Buffer;
}

const BOUNDARY = "quire-test-boundary-7d1f";

/** Encodes a form as multipart/form-data (RFC 7578), with the parts in the order given. */
export function encodeForm(parts: readonly Part[]): EncodedForm {
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, body: framed(parts.map(encodePart)) };
}

/**
 * Returns the same form, broken in one way each; the service must distinguish every one of them from a form that can be
 * read.
 */
export function brokenForms(parts: readonly Part[]): Readonly<Record<string, EncodedForm>> {
  const { contentType, body } = encodeForm(parts);
  const without = (bytes: number): Buffer => body.subarray(0, body.length - bytes);
  return {
    "no boundary parameter": { contentType: "multipart/form-data", body },
    "an empty boundary parameter": { contentType: "multipart/form-data; boundary=", body },
    "a boundary that does not occur in the body": {
      contentType: "multipart/form-data; boundary=another-boundary",
      body,
    },
    "no final boundary": { contentType, body: without(`--${BOUNDARY}--\r\n`.length) },
    "an end in the middle of a file": { contentType, body: body.subarray(0, Math.floor(body.length / 2)) },
    "an end in the middle of a part's headers": { contentType, body: body.subarray(0, BOUNDARY.length + 24) },
    "no bytes at all": { contentType, body: Buffer.alloc(0) },
    "bytes that are no form": { contentType, body: Buffer.from("this is not a form\r\n".repeat(20)) },
  };
}

/** Returns parts as bytes between boundaries, closed by the final boundary. */
export function framed(parts: readonly Buffer[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${BOUNDARY}\r\n`), part, Buffer.from("\r\n")]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

/** Returns the headers and the content of one part, without boundaries. */
export function encodePart(part: Part): Buffer {
  if ("value" in part) {
    return Buffer.concat([
      Buffer.from(`Content-Disposition: form-data; name="${part.name}"\r\n\r\n`),
      Buffer.from(part.value),
    ]);
  }
  const { filename = "document.pdf", contentType = "application/pdf" } = part;
  const disposition =
    part.disposition ?? `form-data; name="${part.name}"${filename === null ? "" : `; filename="${filename}"`}`;
  const type = contentType === null ? "" : `Content-Type: ${contentType}\r\n`;
  return Buffer.concat([Buffer.from(`Content-Disposition: ${disposition}\r\n${type}\r\n`), part.content]);
}
