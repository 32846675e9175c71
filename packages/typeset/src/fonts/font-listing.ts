import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { familyKey } from "./font-names.ts";

/**
 * Lists the font files under directories, by their names alone, in the order of their paths. Directories that are absent
 * or closed, and links to directories, are skipped.
 */
export function fontFilesIn(directories: readonly string[]): string[] {
  return directories
    .flatMap(filesUnder)
    .filter((path) => /\.(ttf|otf|ttc|otc)$/i.test(path))
    .toSorted();
}

function filesUnder(directory: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesUnder(path) : path;
  });
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      return [];
    }
    throw error;
  }
}

/** The properties of a file's faces that its name suggests. */
export interface FileHint {
  readonly path: string;
  /** The file's name without a style, in the form of `familyKey`: "notosans" for NotoSans-Bold.ttf. */
  readonly key: string;
  readonly isPlain: boolean;
}

export function fileHint(path: string): FileHint {
  // Variable fonts may name their axes: NotoSans[wdth,wght].ttf.
  // oxlint-disable-next-line quire/linear-patterns -- it reads the names of the service's own fonts
  const stem = familyKey(basename(path).replace(/(\[[^\]]*\])?\.\w+$/, ""));
  const key = stem.replace(
    // oxlint-disable-next-line quire/linear-patterns -- it reads the names of the service's own fonts
    /(regular|book|variable|vf|medium|(extra|semi|demi|ultra)?(light|bold)|thin|black|italic|oblique)+$/,
    "",
  );
  return { path, key, isPlain: /^(regular|book|variable|vf)*$/.test(stem.slice(key.length)) };
}
