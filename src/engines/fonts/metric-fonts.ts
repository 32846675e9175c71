import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Fonts of the widths of the standard 14 and other fonts of PostScript, under free names. They are no fonts to set text
 * with, and so none of the service's fonts: a conversion embeds them in place of those that a document does not embed.
 */

/**
 * The Debian package of scripts/debian-packages that has them.
 * @internal Exported for tests.
 */
export const METRIC_FONT_PACKAGE = "fonts-urw-base35";

const DIRECTORY = "/usr/share/fonts/opentype/urw-base35";
const NAME = /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)?$/;

/** Returns the OpenType file of a font, by its PostScript name; undefined where it is not installed. */
export function metricFont(name: string): Uint8Array | undefined {
  const path = join(DIRECTORY, `${name}.otf`);
  return NAME.test(name) && existsSync(path) ? readFileSync(path) : undefined;
}
