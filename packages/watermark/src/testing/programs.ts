import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Returns what a program prints about a file, whose path replaces `%`; `out` is what it wrote to `%out`. Throws on an
 * exit status other than 0, unless `mayComplain`.
 */
export function reported(
  program: string,
  args: readonly string[],
  bytes: Uint8Array,
  mayComplain = false,
): { text: string; out: Buffer } {
  const directory = mkdtempSync(path.join(tmpdir(), "watermark-"));
  try {
    const file = path.join(directory, "file.pdf");
    const out = path.join(directory, "out");
    writeFileSync(file, bytes);
    writeFileSync(out, "");
    const line = args.map((arg) => (arg === "%" ? file : arg.replace("%out", out)));
    const { stdout, stderr, status } = spawnSync(program, line, { encoding: "utf8", maxBuffer: 2 ** 26 });
    if (status !== 0 && !mayComplain) {
      throw new Error(`${program} ended with ${status}: ${stdout.slice(0, 1000)} ${stderr.slice(0, 1000)}`);
    }
    return { text: stdout + stderr, out: readFileSync(out) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns the report of qpdf's check. Throws when it finds anything wrong. */
export const checked = (bytes: Uint8Array, password = ""): string =>
  reported("qpdf", [`--password=${password}`, "--check", "%"], bytes).text;

export interface Gray {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Uint8Array;
}

/** Returns all pages as Poppler draws them. */
export const drawnByPoppler = (bytes: Uint8Array, dpi = 72): Gray[] =>
  graysOf(reported("sh", ["-c", `pdftoppm -cropbox -gray -r ${dpi} "$0" > "$1"`, "%", "%out"], bytes, true).out);

/** Returns all pages as MuPDF draws them. */
export const drawnByMupdf = (bytes: Uint8Array, dpi = 72): Gray[] =>
  graysOf(
    reported("mutool", ["draw", "-q", "-c", "gray", "-r", `${dpi}`, "-F", "pgm", "-o", "%out", "%"], bytes, true).out,
  );

function graysOf(pgm: Buffer): Gray[] {
  const images: Gray[] = [];
  for (let rest = pgm; rest.length > 0; ) {
    const header = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(rest.subarray(0, 200).toString("latin1"));
    if (header === null) {
      throw new Error(`No gray image: ${rest.subarray(0, 40).toString("latin1")}`);
    }
    const [start, widthPx, heightPx] = [header[0].length, Number(header[1]), Number(header[2])];
    const end = start + widthPx * heightPx;
    images.push({ widthPx, heightPx, samples: rest.subarray(start, end) });
    rest = rest.subarray(end);
  }
  return images;
}

/**
 * Returns the box around the samples darker than `below`, in pixels from the top left; undefined when there are none.
 */
export function darkBox(image: Gray | undefined, below = 128) {
  const { widthPx, heightPx, samples } = image ?? { widthPx: 0, heightPx: 0, samples: [] };
  const box = { left: widthPx, top: heightPx, right: 0, bottom: 0 };
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if ((samples[y * widthPx + x] ?? 255) < below) {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x + 1);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y + 1);
      }
    }
  }
  return box.right === 0 ? undefined : box;
}
