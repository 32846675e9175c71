import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { InstalledFonts } from "../../fonts/installed-fonts.ts";

const folders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto", "/usr/share/fonts/noto"];

/**
 * Returns the path of a font of Debian's fonts-noto packages, by the name of its file. Undefined where it is not
 * installed.
 */
export function notoPath(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns which of the fonts are not installed, for the title of a skipped test; undefined when all are. */
export function missingFonts(names: readonly string[]): string | undefined {
  const absent = names.filter((name) => notoPath(name) === undefined);
  return absent.length === 0 ? undefined : `not installed: ${absent.join(", ")}`;
}

const made: string[] = [];

/** Returns only the named fonts, as installed ones. `forgetFonts` removes the directory that is made for them. */
export function fontsOf(...names: readonly string[]): InstalledFonts {
  const directory = mkdtempSync(join(tmpdir(), "typeset-fonts-"));
  made.push(directory);
  for (const path of names.flatMap((name) => notoPath(name) ?? [])) {
    symlinkSync(path, join(directory, basename(path)));
  }
  return InstalledFonts.in([directory]);
}

export function forgetFonts(): void {
  for (const directory of made.splice(0)) {
    rmSync(directory, { recursive: true });
  }
}
