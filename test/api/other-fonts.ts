import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Fonts that other packages bring to a machine: Noto's fonts under other names, with real outlines, which programs that
 * look for fonts take for what their names say.
 */

const NOTO = "/usr/share/fonts/truetype/noto";

/** A font whose letters are recognised at once where they do not belong. */
const BROAD = "NotoSerif-Bold.ttf";
/** Fonts of a few kilobytes, so that there can be many. */
const SMALL = ["NotoSansLycian-Regular.ttf", "NotoSansOgham-Regular.ttf", "NotoSansPhoenician-Regular.ttf"];

/**
 * The families that documents ask for, that imagemagick, ghostscript and Java runtimes install, and that PDFium
 * prefers.
 */
const FAMILIES = [
  "Arial",
  "Helvetica",
  "Times New Roman",
  "Courier New",
  "DejaVu Sans",
  "DejaVu Serif",
  "DejaVu Sans Mono",
  "Liberation Sans",
  "Liberation Serif",
  "Liberation Mono",
  "Nimbus Sans",
  "Nimbus Roman",
  "Nimbus Mono PS",
  "Droid Sans Fallback",
  "WenQuanYi Zen Hei",
  "TakaoPGothic",
  "UnDotum",
  "Noto Sans Mono",
];

/** Writes `count` fonts into a directory, those of `FAMILIES` first. */
export function writeOtherFonts(directory: string, count: number): void {
  for (let place = 0; place < count; place += 1) {
    const family = FAMILIES[place] ?? `Another Face ${place}`;
    const source = FAMILIES[place] === undefined ? (SMALL[place % SMALL.length] ?? BROAD) : BROAD;
    writeRenamed(join(directory, `${family.replaceAll(" ", "")}-Regular.ttf`), { source, family });
  }
}

/** Writes a Noto font under the name of another family. */
export function writeRenamed(path: string, { source, family }: { readonly source: string; readonly family: string }) {
  const tables = tablesOf(readFileSync(join(NOTO, source)));
  tables.set("name", nameTable(family));
  // All code pages are set: Droid Sans Fallback claims Korean as well.
  const os2 = Buffer.from(tables.get("OS/2") ?? Buffer.alloc(96));
  os2.fill(0xff, 78, 86);
  tables.set("OS/2", os2);
  writeFileSync(path, fontOf(tables));
}

function tablesOf(font: Buffer): Map<string, Buffer> {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, place) => 12 + 16 * place);
  return new Map(
    records.map((at) => {
      const offset = font.readUInt32BE(at + 8);
      return [font.toString("latin1", at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12))];
    }),
  );
}

function fontOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const header = Buffer.alloc(12 + 16 * tables.size);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(tables.size, 4);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (const [place, [tag, bytes]] of [...tables].entries()) {
    header.write(tag, 12 + 16 * place, "latin1");
    header.writeUInt32BE(at, 20 + 16 * place);
    header.writeUInt32BE(bytes.length, 24 + 16 * place);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    at += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Returns a `name` table with family, style, full name and PostScript name in English for Windows. */
function nameTable(family: string): Buffer {
  const names = [
    [1, family],
    [2, "Regular"],
    [4, family],
    [6, family.replaceAll(" ", "")],
  ] as const;
  const header = Buffer.alloc(6 + 12 * names.length);
  header.writeUInt16BE(names.length, 2);
  header.writeUInt16BE(header.length, 4);
  const texts = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  let offset = 0;
  for (const [place, [id]] of names.entries()) {
    const length = texts[place]?.length ?? 0;
    for (const [column, value] of [3, 1, 0x409, id, length, offset].entries()) {
      header.writeUInt16BE(value, 6 + 12 * place + 2 * column);
    }
    offset += length;
  }
  return Buffer.concat([header, ...texts]);
}
