import { D50, fixed, type IccTag, type IccVersion, iccProfile, type Triple, typed, xyzType } from "./icc-profile.ts";

const DESCRIPTION = "sRGB (IEC 61966-2-1)";

/**
 * Makes an ICC profile of sRGB (IEC 61966-2-1) from the published numbers: the chromaticities of the primaries (those
 * of ITU-R BT.709) and of the white point D65, and the transfer curve. Profiles relate colours to D50, so values
 * measured under D65 are adapted by the linear Bradford transform (ICC.1:2022, annex E).
 */
export function srgbProfile(version: IccVersion = 4): Uint8Array<ArrayBuffer> {
  const isOld = version === 2;
  const curve = isOld ? sampledCurve() : TRANSFER_CURVE;
  const tags: readonly IccTag[] = [
    ...(isOld ? [] : [["chad", fixedArray(adaptation().flat())] as const]),
    ...primaries().map((xyz, index) => [`${"rgb".charAt(index)}XYZ`, xyzType(xyz)] as const),
    ...["rTRC", "gTRC", "bTRC"].map((signature) => [signature, curve] as const),
  ];
  return iccProfile({
    description: DESCRIPTION,
    deviceClass: "mntr",
    space: "RGB ",
    connection: "XYZ ",
    version,
    tags,
  });
}

type Matrix = readonly [Triple, Triple, Triple];

/** The chromaticities x and y of the white point (IEC 61966-2-1, table 1). */
const D65 = [0.3127, 0.329] as const;
const RED_GREEN_BLUE = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
] as const;

/** The matrix from XYZ to the responses of the cones (ICC.1:2022, E.2). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const xyzOf = ([x, y]: readonly [number, number]): Triple => [x / y, 1, (1 - x - y) / y];

/** Returns the matrix that takes XYZ under D65 to XYZ under D50. */
function adaptation(): Matrix {
  const from = applied(BRADFORD, xyzOf(D65));
  const to = applied(BRADFORD, D50);
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  return product(inverse(BRADFORD), product(scale, BRADFORD));
}

/** Returns the XYZ under D50 of red, green and blue, scaled so that together they are white. */
function primaries(): readonly Triple[] {
  const columns = transposed([xyzOf(RED_GREEN_BLUE[0]), xyzOf(RED_GREEN_BLUE[1]), xyzOf(RED_GREEN_BLUE[2])]);
  const [red, green, blue] = applied(inverse(columns), xyzOf(D65));
  const scale: Matrix = [
    [red, 0, 0],
    [0, green, 0],
    [0, 0, blue],
  ];
  return transposed(product(adaptation(), product(columns, scale)));
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const applied = ([a, b, c]: Matrix, vector: Triple): Triple => [dot(a, vector), dot(b, vector), dot(c, vector)];
const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];
const product = (a: Matrix, b: Matrix): Matrix => {
  const [x, y, z] = transposed(b);
  return transposed([applied(a, x), applied(a, y), applied(a, z)]);
};
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function inverse([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c));
  const divided = (vector: Triple): Triple => [
    vector[0] / determinant,
    vector[1] / determinant,
    vector[2] / determinant,
  ];
  return transposed([divided(cross(b, c)), divided(cross(c, a)), divided(cross(a, b))]);
}

const fixedArray = (numbers: readonly number[]): Buffer => typed("sf32", fixed(numbers));

/**
 * The transfer curve as parametric curve type (10.18), function 3: (a X + b)^g from d on, c X below it (IEC 61966-2-1,
 * 5.2).
 */
const TRANSFER_CURVE = typed(
  "para",
  Buffer.from([0, 3, 0, 0]),
  fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
);

/**
 * Samples the transfer curve as curveType (ICC.1:2001-04, 6.5.3): version 2 has no parametric curves. 1,024 numbers give
 * all 256 steps of a component to a thousandth.
 */
function sampledCurve(): Buffer {
  const count = 1024;
  const data = Buffer.alloc(4 + 2 * count);
  data.writeUInt32BE(count, 0);
  for (let index = 0; index < count; index++) {
    const encoded = index / (count - 1);
    const linear = encoded < 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
    data.writeUInt16BE(Math.round(linear * 65_535), 4 + 2 * index);
  }
  return typed("curv", data);
}
