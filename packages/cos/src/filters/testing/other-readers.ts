/** Test support: what other programs read from a stream. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Bounds } from "../../bounds.ts";
import { type CosValue, Dict, Name, Stream } from "../../objects.ts";
import { type Decoded, decodeStream } from "../decode.ts";

/** A PDF value as a plain JavaScript value. Strings stand for names. */
export type Plain = null | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** Decodes the same stream here, with qpdf and with mutool. What these write to stderr is left out. */
export function decodedByAll(entries: { readonly [key: string]: Plain }, data: Uint8Array): ThreeReadings {
  const ours = decodeStream(new Stream(dictOf(entries), data), new Bounds());
  const directory = mkdtempSync(path.join(tmpdir(), "cos-filters-"));
  try {
    const file = path.join(directory, "stream.pdf");
    writeFileSync(file, pdfWithStream(entries, data));
    return {
      ours,
      qpdf: outputOf("qpdf", ["--show-object=4", "--filtered-stream-data", file]),
      mutool: outputOf("mutool", ["show", "-b", file, "4"]),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export interface ThreeReadings {
  readonly ours: Decoded;
  readonly qpdf: Uint8Array;
  readonly mutool: Uint8Array;
}

export const dictOf = (entries: { readonly [key: string]: Plain }): Dict =>
  new Dict(Object.entries(entries).map(([key, value]) => [key, valueOf(value)] as const));

function valueOf(plain: Plain): CosValue {
  if (plain === null || typeof plain === "number") {
    return plain;
  }
  if (typeof plain === "string") {
    return new Name(plain);
  }
  return isArray(plain) ? plain.map(valueOf) : dictOf(plain);
}

/**
 * Runs a Python script on `input` and returns the bytes it writes. The script has the input in `data`, and writes with
 * `write`.
 */
export function python(script: string, input: Uint8Array): Uint8Array {
  const program = `import sys, zlib, base64, binascii\ndata = sys.stdin.buffer.read()\nwrite = sys.stdout.buffer.write\n${script}`;
  return outputOf("python3", ["-c", program], input);
}

function outputOf(program: string, args: readonly string[], input?: Uint8Array): Uint8Array {
  const { stdout, error } = spawnSync(program, args, { input, maxBuffer: 2 ** 28 });
  if (error !== undefined) {
    throw error;
  }
  return new Uint8Array(stdout);
}

function pdfWithStream(entries: { readonly [key: string]: Plain }, data: Uint8Array): Uint8Array {
  const dict = written({ ...entries, Length: data.length });
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/PieceInfo 4 0 R>>",
    `${dict}\nstream\n${Buffer.from(data).toString("latin1")}\nendstream`,
  ];
  let text = "%PDF-1.7\n";
  let table = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 5\n${table}${trailer}`, "latin1");
}

function written(plain: Plain): string {
  if (plain === null || typeof plain === "number") {
    return String(plain);
  }
  if (typeof plain === "string") {
    return `/${plain}`;
  }
  if (isArray(plain)) {
    return `[${plain.map(written).join(" ")}]`;
  }
  return `<<${Object.entries(plain)
    .map(([key, value]) => `/${key} ${written(value)}`)
    .join("")}>>`;
}

const isArray = (plain: Plain): plain is readonly Plain[] => Array.isArray(plain);

/** Returns bytes that look random, the same for the same seed. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 16;
  });
}

/** Returns text that compresses as a content stream does. */
export function contentText(lines: number): Uint8Array {
  const numbers = noise(lines * 3);
  let text = "";
  for (let line = 0; line < lines; line++) {
    text += `${numbers[line * 3]} ${numbers[line * 3 + 1]} Td (word ${(numbers[line * 3 + 2] ?? 0) % 32}) Tj\n`;
  }
  return new TextEncoder().encode(text);
}
