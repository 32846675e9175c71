import { run } from "../api/programs.ts";

/** A page on which there is nothing to read, and how it is drawn by ImageMagick. */
export interface PageWithoutText {
  readonly kind: Kind;
  readonly number: number;
  /** Whether it has nothing on it at all, but what a scanner leaves. */
  readonly isBlank: boolean;
}

const KINDS = ["blank", "texture", "photograph", "line art", "staves", "map"] as const;
type Kind = (typeof KINDS)[number];
const PAGES_OF_KIND = 10;

/** Six kinds of ten pages each: blank ones, textures, photographs, line art, music and maps. */
export const PAGES_WITHOUT_TEXT: readonly PageWithoutText[] = KINDS.flatMap((kind) =>
  Array.from({ length: PAGES_OF_KIND }, (_, number) => ({ kind, number, isBlank: kind === "blank" })),
);

const WIDTH = 1240;
const HEIGHT = 1754;
const SIZE = `${WIDTH}x${HEIGHT}`;

/** Draws a page as PNG at 150 dpi; the same one each time. */
export async function drawnWithoutText({ kind, number }: PageWithoutText): Promise<Buffer> {
  const output = ["-colorspace", "gray", "-depth", "8", "-units", "PixelsPerInch", "-density", "150", "png:-"];
  const { stdout, stderr } = await run("convert", [
    "-seed",
    String(1000 + number),
    ...drawing(kind, number),
    ...output,
  ]);
  if (stdout.length === 0) {
    throw new Error(`ImageMagick drew no ${kind} ${number}: ${stderr}`);
  }
  return stdout;
}

function drawing(kind: Kind, number: number): readonly string[] {
  switch (kind) {
    case "blank":
      return ["-size", SIZE, ...BLANK[number]!];
    case "texture":
      return TEXTURES[number]!;
    case "photograph":
      return PHOTOGRAPHS[number]!;
    case "line art":
      return ["-size", SIZE, "xc:white", "-fill", "none", "-stroke", "black", ...lineArt(number)];
    case "staves":
      return ["-size", SIZE, "xc:white", "-fill", "black", "-stroke", "black", ...staves(number)];
    case "map":
      return map(number);
  }
}

/** Returns numbers from 0 to below 1 that are the same for a seed (Numerical Recipes, 3rd edition, "ranqd1"). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const within = (random: () => number, from: number, to: number): number => Math.round(from + (to - from) * random());

const noise = (type: string, share: number): string[] => ["-attenuate", String(share), "+noise", type];

const BLANK: readonly (readonly string[])[] = [
  ["xc:white"],
  ["xc:gray(85%)"],
  ["xc:gray(96%)", ...noise("Gaussian", 0.3)],
  ["xc:gray(90%)", ...noise("Laplacian", 0.4)],
  ["gradient:white-gray(75%)"],
  ["radial-gradient:white-gray(60%)", ...noise("Gaussian", 0.2)],
  // Specks of a photocopy, the edge of a scanner's lid, and a fold.
  ["xc:white", "-fill", "black", ...specks(60, 3)],
  ["xc:white", "-fill", "black", "-draw", `rectangle 0,0 26,${HEIGHT} rectangle 0,0 ${WIDTH},12`, ...specks(25, 4)],
  ["xc:gray(94%)", "-fill", "gray(70%)", "-draw", `rectangle 0,876 ${WIDTH},879`, ...noise("Gaussian", 0.25)],
  ["xc:white", "-fill", "black", "-draw", "circle 60,300 86,300 circle 60,1400 86,1400", ...specks(30, 2)],
];

const tiled = (pattern: string, scale: number): string[] => [
  "-size",
  SIZE,
  `tile:pattern:${pattern}`,
  "-scale",
  `${scale}%`,
  "-crop",
  `${SIZE}+0+0`,
  "+repage",
];

const TEXTURES: readonly (readonly string[])[] = [
  ["-size", SIZE, "tile:granite:"],
  ["-size", SIZE, "plasma:gray80-gray95", ...noise("Gaussian", 0.4)],
  ["-size", SIZE, "xc:gray(80%)", ...noise("Gaussian", 3), "-blur", "0x2", "-normalize", "-level", "-40%,140%"],
  ["-size", SIZE, "xc:gray(70%)", ...noise("Poisson", 2), "-motion-blur", "0x14+90", "-normalize"],
  ["-size", SIZE, "xc:gray(70%)", ...noise("Random", 1), "-motion-blur", "0x30+0", "-normalize", "-level", "-30%,130%"],
  tiled("bricks", 200),
  tiled("hexagons", 150),
  tiled("fishscales", 200),
  tiled("crosshatch45", 200),
  tiled("leftshingle", 200),
];

const PHOTOGRAPHS: readonly (readonly string[])[] = [
  ["rose:", "-resize", "1240x", "-blur", "0x3"],
  ["wizard:", "-resize", "1240x"],
  ["wizard:", "-resize", "800x", "-ordered-dither", "h6x6a"],
  ["rose:", "-resize", "900x", "-ordered-dither", "h8x8a"],
  ["wizard:", "-crop", "300x300+80+60", "+repage", "-resize", "1240x", ...noise("Gaussian", 0.5)],
  ["-size", SIZE, "plasma:black-white", "-blur", "0x12"],
  ["-size", SIZE, "plasma:black-white", "-paint", "12"],
  [
    "-size",
    SIZE,
    "gradient:gray(90%)-gray(30%)",
    "-fill",
    "gray(15%)",
    "-draw",
    "circle 400,900 600,1100 circle 900,1200 980,1290",
    "-blur",
    "0x8",
    ...noise("Gaussian", 0.6),
  ],
  ["rose:", "-resize", "1240x", "-edge", "3"],
  ["wizard:", "-resize", "1000x", "-charcoal", "3"],
];

function specks(count: number, radius: number): string[] {
  const random = randomOf(count * 31 + radius);
  const circles = Array.from({ length: count }, () => {
    const [x, y] = [within(random, 40, WIDTH - 40), within(random, 40, HEIGHT - 40)];
    return `circle ${x},${y} ${x + within(random, 1, radius)},${y}`;
  });
  return ["-draw", circles.join(" ")];
}

/** Curves, polygons and hatching. */
function lineArt(number: number): string[] {
  const random = randomOf(77 + number);
  const point = (): string => `${within(random, 100, WIDTH - 100)},${within(random, 100, HEIGHT - 100)}`;
  const points = (count: number): string => Array.from({ length: count }, point).join(" ");
  const shapes = Array.from({ length: 6 + 3 * number }, (_, at) => {
    switch ((at + number) % 4) {
      case 0:
        return `bezier ${points(4)}`;
      case 1:
        return `polygon ${points(3 + (at % 4))}`;
      case 2:
        return `ellipse ${point()} ${within(random, 20, 300)},${within(random, 20, 300)} 0,360`;
      default: {
        const [x, y] = [within(random, 100, 900), within(random, 100, 1400)];
        return Array.from(
          { length: 12 },
          (__, line) => `line ${x + 14 * line},${y} ${x + 14 * line + 120},${y + 160}`,
        ).join(" ");
      }
    }
  });
  return ["-strokewidth", String(1 + (number % 4)), "-draw", shapes.join(" ")];
}

/** Systems of five lines with heads, stems, beams and bar lines. */
function staves(number: number): string[] {
  const random = randomOf(501 + number);
  const gap = 11 + (number % 4) * 2;
  const systems: string[] = [];
  for (let top = 140; top < HEIGHT - 200; top += gap * 14) {
    systems.push(
      ...Array.from({ length: 5 }, (_, line) => `line 100,${top + gap * line} ${WIDTH - 100},${top + gap * line}`),
    );
    for (let x = 180; x < WIDTH - 130; x += within(random, 34, 70)) {
      const y = top + (gap * within(random, -2, 9)) / 2;
      const isUp = y > top + 2 * gap;
      const [stemX, endY] = [x + (isUp ? 8 : -8), y + (isUp ? -3.5 : 3.5) * gap];
      systems.push(`ellipse ${x},${y} 8,6 0,360`, `line ${stemX},${y} ${stemX},${endY}`);
      if (random() < 0.25) {
        systems.push(`polygon ${stemX},${endY} ${stemX + 40},${endY} ${stemX + 40},${endY + 6} ${stemX},${endY + 6}`);
      }
      if (random() < 0.15) {
        systems.push(`line ${x + 20},${top} ${x + 20},${top + 4 * gap}`);
      }
    }
  }
  return ["-strokewidth", "1.5", "-draw", systems.join(" ")];
}

/** Contour lines of a random terrain, with roads, and a grid on some. */
function map(number: number): string[] {
  const random = randomOf(900 + number);
  const roads = Array.from({ length: 4 }, () => {
    const points = Array.from({ length: 4 }, () => `${within(random, 0, WIDTH)},${within(random, 0, HEIGHT)}`);
    return `bezier ${points.join(" ")}`;
  });
  const grid = [...Array(8).keys()].map(
    (at) => `line ${155 * at},0 ${155 * at},${HEIGHT} line 0,${220 * at} ${WIDTH},${220 * at}`,
  );
  const contours = [
    "-blur",
    `0x${6 + number}`,
    "-normalize",
    "-posterize",
    String(6 + number),
    "-edge",
    "1",
    "-negate",
    "-threshold",
    "80%",
  ];
  const drawn = [...roads, ...(number % 2 === 0 ? grid : [])].join(" ");
  return [
    "-size",
    SIZE,
    "plasma:black-white",
    "-colorspace",
    "gray",
    ...contours,
    "-fill",
    "none",
    "-stroke",
    "black",
    "-strokewidth",
    "3",
    "-draw",
    drawn,
  ];
}
