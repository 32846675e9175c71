import { deflateSync, inflateSync } from "node:zlib";

/** The bytes of a document, as a string of one character per byte. */
export type Text = string;

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts `replacement` in the place of a span. */
export const replaced = (text: Text, { start, end }: Span, replacement: Text): Text =>
  text.slice(0, start) + replacement + text.slice(end);

/**
 * Replaces like `replaced`, and corrects the offsets of everything after the span: cross-reference tables and streams,
 * Prev, startxref. Without that nearly every mutation would end in the same repair.
 */
export function refitted(text: Text, span: Span, replacement: Text): Text {
  const delta = replacement.length - (span.end - span.start);
  const changed = replaced(text, span, replacement);
  if (delta === 0) {
    return changed;
  }
  const moved = (offset: number) => (offset >= span.end ? offset + delta : offset);
  const tables = changed
    .replaceAll(/\b(\d{10})(?= \d{5} n)/g, (digits) => String(moved(Number(digits))).padStart(10, "0"))
    .replaceAll(/(?<=startxref\s{1,4})\d{1,10}\b/g, (digits) => sameLength(digits, moved(Number(digits))))
    .replaceAll(/(?<=\/(?:Prev|XRefStm)\s{0,2})\d{1,10}\b/g, (digits) => sameLength(digits, moved(Number(digits))));
  return withXrefStream(tables, moved);
}

/**
 * Returns `value` with as many digits as `digits`. A number that needs more would move everything again: it is left
 * wrong.
 */
function sameLength(digits: string, value: number): string {
  const written = String(value).padStart(digits.length, "0");
  return written.length === digits.length ? written : digits;
}

export interface FoundStream {
  /** The span of the dictionary, as far as it can be found without reading it. */
  readonly dict: Text;
  readonly dictSpan: Span;
  readonly data: Span;
}

/** Finds every stream that has both keywords, by a search: good enough for documents that are about to be broken. */
export function streamsOf(text: Text): FoundStream[] {
  const streams: FoundStream[] = [];
  const pattern = /\bstream\r?\n/g;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + match[0].length;
    const end = text.indexOf("endstream", start);
    const dictStart = text.lastIndexOf("obj", match.index);
    if (end >= 0 && dictStart >= 0) {
      const eol = /\r?\n?$/.exec(text.slice(Math.max(start, end - 2), end))?.[0].length ?? 0;
      const dictSpan = { start: dictStart + 3, end: match.index };
      streams.push({ dict: text.slice(dictSpan.start, dictSpan.end), dictSpan, data: { start, end: end - eol } });
      pattern.lastIndex = end;
    }
  }
  return streams;
}

/** Returns the decoded data of a stream whose only filter is FlateDecode; undefined when that cannot be read. */
export function inflated(text: Text, stream: FoundStream): Text | undefined {
  if (!/\/Filter\s*\[?\s*\/FlateDecode/.test(stream.dict)) {
    return undefined;
  }
  try {
    const data = Buffer.from(text.slice(stream.data.start, stream.data.end), "latin1");
    return inflateSync(data, { maxOutputLength: 2 ** 20 }).toString("latin1");
  } catch {
    return undefined;
  }
}

export const deflated = (content: Text): Text => deflateSync(Buffer.from(content, "latin1")).toString("latin1");

/** Moves the offsets of the last cross-reference stream; the rows are written with the predictor's filter None. */
function withXrefStream(text: Text, moved: (offset: number) => number): Text {
  const stream = streamsOf(text).findLast(({ dict }) => /\/Type\s*\/XRef\b/.test(dict));
  const [type = 0, offset = 0, generation = 0] = widthsOf(stream?.dict ?? "");
  const content = stream && inflated(text, stream);
  if (stream === undefined || content === undefined || type > 6 || offset < 1 || offset > 6) {
    return text;
  }
  const predictor = Number(/\/Predictor\s+(\d+)/.exec(stream.dict)?.[1] ?? 1);
  const rows = unpredictedRows(content, { bytesPerRow: type + offset + generation, predictor });
  for (const row of rows) {
    if (type === 0 || row.readUIntBE(0, type) === 1) {
      const value = moved(row.readUIntBE(type, offset));
      if (value >= 0 && value < 256 ** offset) {
        row.writeUIntBE(value, type, offset);
      }
    }
  }
  const written = Buffer.concat(predictor >= 10 ? rows.flatMap((row) => [Buffer.alloc(1), row]) : rows);
  const data = deflated(written.toString("latin1"));
  const dict = stream.dict.replace(/(?<=\/Length\s+)\d+\b(?!\s+\d+\s+R)/, String(data.length));
  // The stream is the last object in most files, so that its own growth moves nothing except what follows it.
  return replaced(replaced(text, stream.data, data), stream.dictSpan, dict);
}

const widthsOf = (dict: Text): number[] => (/\/W\s*\[\s*(\d)\s+(\d)\s+(\d)\s*\]/.exec(dict) ?? []).slice(1).map(Number);

function unpredictedRows(
  content: Text,
  { bytesPerRow, predictor }: { bytesPerRow: number; predictor: number },
): Buffer[] {
  const data = Buffer.from(content, "latin1");
  const step = predictor >= 10 ? bytesPerRow + 1 : bytesPerRow;
  const rows: Buffer[] = [];
  let above = Buffer.alloc(bytesPerRow);
  for (let start = 0; start + step <= data.length; start += step) {
    const row = Buffer.from(data.subarray(start + step - bytesPerRow, start + step));
    // Up is the only filter that writers of cross-reference streams use.
    if (predictor >= 10 && data[start] === 2) {
      for (const [index, byte] of row.entries()) {
        row[index] = byte + (above[index] ?? 0);
      }
    }
    rows.push(row);
    above = row;
  }
  return rows;
}
