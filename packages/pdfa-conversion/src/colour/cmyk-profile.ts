import { readFileSync } from "node:fs";
import { type IccTag, iccProfile, type Triple, typed } from "@quire/printed/colour";

/** The steps of each ink in the samples, of which scripts/sample-cmyk.ts tells. */
const STEPS = 9;

let made: Uint8Array | undefined;

/**
 * Makes an ICC profile (ICC.1:2001-04, version 2, which every part of PDF/A permits) that gives DeviceCMYK the colours that
 * viewers show for it: a table of samples. It is one of an input device, which needs no way back to inks.
 */
export function cmykProfile(): Uint8Array {
  made ??= iccProfile({
    description: "DeviceCMYK as viewers show it",
    deviceClass: "scnr",
    space: "CMYK",
    connection: "Lab ",
    version: 2,
    tags: [["A2B0", lut16(labTable())] satisfies IccTag],
  });
  return made;
}

/** Encodes a table as lut16Type (6.5.7): four inputs, three outputs, curves and a matrix that change nothing. */
function lut16(table: Buffer): Buffer {
  const head = Buffer.from([4, 3, STEPS, 0]);
  const matrix = Buffer.alloc(36);
  for (const diagonal of [0, 16, 32]) {
    matrix.writeInt32BE(0x1_0000, diagonal);
  }
  const entries = Buffer.from([0, 2, 0, 2]);
  const straight = Buffer.from([0, 0, 0xff, 0xff]);
  const [inputs, outputs] = [4, 3].map((count) => Buffer.concat(Array.from({ length: count }, () => straight)));
  return typed("mft2", head, matrix, entries, inputs ?? straight, table, outputs ?? straight);
}

/** Returns the samples in CIELAB, each number in 16 bits as lut16Type has them. */
function labTable(): Buffer {
  const samples = readFileSync(new URL("device-cmyk.bin", import.meta.url));
  const table = Buffer.alloc(6 * STEPS ** 4);
  for (let at = 0; at < samples.length; at += 3) {
    const [lightness, a, b] = labOf([samples[at] ?? 0, samples[at + 1] ?? 0, samples[at + 2] ?? 0]);
    // 100 is FF00, and the axes a and b begin at -128.
    table.writeUInt16BE(Math.round(lightness * 652.8), 2 * at);
    table.writeUInt16BE(Math.round((a + 128) * 256), 2 * at + 2);
    table.writeUInt16BE(Math.round((b + 128) * 256), 2 * at + 4);
  }
  return table;
}

/** The XYZ under D50 of the primaries of sRGB, by rows, divided by the white point: 1 for white in each. */
const TO_RELATIVE_XYZ: readonly [Triple, Triple, Triple] = [
  [0.452_27, 0.399_36, 0.148_37],
  [0.222_5, 0.716_88, 0.060_62],
  [0.016_89, 0.117_72, 0.865_39],
];

/** Returns the CIELAB of a colour of sRGB whose components go to 255 (ICC.1:2001-04, annex A.3). */
function labOf(rgb: Triple): Triple {
  const [red, green, blue] = rgb.map((component) => linear(component / 255));
  const [x = 0, y = 0, z = 0] = TO_RELATIVE_XYZ.map(
    ([ofRed, ofGreen, ofBlue]) => ofRed * (red ?? 0) + ofGreen * (green ?? 0) + ofBlue * (blue ?? 0),
  ).map(cubeRoot);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const linear = (encoded: number): number =>
  encoded <= 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
const cubeRoot = (share: number): number => (share > 0.008_856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);
