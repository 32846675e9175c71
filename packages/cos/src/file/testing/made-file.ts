/** Files for tests, written byte by byte, so that every offset in them is known. */

export interface MadeFileOptions {
  readonly header?: string;
  /** Further entries of the trailer. */
  readonly trailer?: string;
  readonly size?: number;
  /** The first number of the one subsection. */
  readonly firstNumber?: number;
  readonly entry?: (offset: number, number: number) => string;
  /** The bytes after `%%EOF` and its LF. */
  readonly after?: string;
}

export const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
export const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
export const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Text 5 0 R >>";
const CONTENT = "<< /Length 8 >>\nstream\n0 0 m\nS\n\nendstream";
export const TEXT = "[ (five) /Five 5 -0.5 true null << /A 1 0 R >> <00ff> ]";
/** The objects of a document of one page, numbered from 1. */
export const OBJECTS: readonly string[] = [CATALOG, PAGES, PAGE, CONTENT, TEXT];

/** Makes a file with a cross-reference table. Each character of the text is one byte. */
export function madeFile(objects: readonly string[] = OBJECTS, options: MadeFileOptions = {}): Buffer {
  const { header = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n", firstNumber = 0, size = objects.length + 1 } = options;
  const entry = options.entry ?? ((offset: number): string => `${digits(offset, 10)} 00000 n \n`);
  let text = header;
  let entries = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    entries += entry(text.length, index + 1);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const xref = text.length;
  text += `xref\n${firstNumber} ${objects.length + 1}\n${entries}trailer\n`;
  text += `<< /Size ${size} /Root 1 0 R ${options.trailer ?? ""}>>\nstartxref\n${xref}\n%%EOF\n${options.after ?? ""}`;
  return Buffer.from(text, "latin1");
}

/** Returns the file with an incremental update: `objects` by number, and free entries. Offsets count from `base`. */
export function updatedFile(
  file: Uint8Array,
  objects: Readonly<Record<number, string>>,
  options: { trailer?: string; free?: readonly number[]; base?: number } = {},
): Buffer {
  const { base = 0, free = [], trailer = "" } = options;
  const before = Buffer.from(file).toString("latin1");
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/u.exec(before)?.[1] ?? "0";
  let text = before;
  let subsections = "";
  for (const [number, object] of Object.entries(objects)) {
    subsections += `${number} 1\n${digits(text.length - base, 10)} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  for (const number of free) {
    subsections += `${number} 1\n0000000000 00001 f \n`;
  }
  const xref = text.length - base;
  const size = Math.max(6, ...[...Object.keys(objects), ...free].map((number) => Number(number) + 1));
  const root = [...before.matchAll(/\/Root (\d+) 0 R/gu)].at(-1)?.[1] ?? "1";
  text += `xref\n${subsections}trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${previous} ${trailer}>>\n`;
  return Buffer.from(`${text}startxref\n${xref}\n%%EOF\n`, "latin1");
}

export const digits = (value: number, count: number): string => String(value).padStart(count, "0");

/**
 * Returns `file` with the first occurrence of `old` replaced.
 * @throws Error when the file does not contain it.
 */
export function changed(file: Uint8Array, old: string, replacement: string): Buffer {
  const buffer = Buffer.from(file);
  const at = buffer.indexOf(old, 0, "latin1");
  if (at < 0) {
    throw new Error(`The file has no ${old}.`);
  }
  const end = at + old.length;
  return Buffer.concat([buffer.subarray(0, at), Buffer.from(replacement, "latin1"), buffer.subarray(end)]);
}
