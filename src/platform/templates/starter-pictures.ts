import { statSync } from "node:fs";
import { join } from "node:path";
import { starters } from "./starters/starters.ts";

/** The picture of a built-in template: a PNG file of its first page with its sample. */
export interface StarterPicture {
  readonly path: string;
  readonly sizeBytes: number;
}

// Made by scripts/starter-pictures.ts.
const FOLDER = join(import.meta.dirname, "starters/pictures");

/** Returns the picture of the built-in template with a slug; undefined when there is none. */
export function starterPicture(slug: string): StarterPicture | undefined {
  const path = join(FOLDER, `${slug}.png`);
  const file = starters.some((starter) => starter.slug === slug)
    ? statSync(path, { throwIfNoEntry: false })
    : undefined;
  return file === undefined ? undefined : { path, sizeBytes: file.size };
}
