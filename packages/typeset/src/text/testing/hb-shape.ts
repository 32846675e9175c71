import { execFileSync } from "node:child_process";

/** Returns whether HarfBuzz's program hb-shape is installed (Debian: libharfbuzz-bin). */
export function hasHbShape(): boolean {
  try {
    execFileSync("hb-shape", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns how hb-shape shapes a text: `glyph@x,y+advance` of each glyph, in thousandths of an em. */
export function hbShape(path: string, text: string): string[] {
  const options = ["--output-format=json", "--no-glyph-names", "--remove-default-ignorables", "--font-size=1000"];
  const output: unknown = JSON.parse(
    execFileSync("hb-shape", [...options, `--font-file=${path}`, `--text=${text}`], { encoding: "utf8" }),
  );
  return (output as { g: number; dx: number; dy: number; ax: number }[]).map(
    ({ g, dx, dy, ax }) => `${g}@${dx},${dy}+${ax}`,
  );
}
