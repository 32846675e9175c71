import { accessSync, constants, statSync } from "node:fs";

/**
 * The usual paths of Debian's programs themselves: the files in /usr/bin are scripts, which would receive the signals
 * meant for them.
 */
const USUAL_PATHS = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chrome-headless-shell",
  "/usr/lib/chromium-browser/headless_shell",
  "/usr/lib/chromium/chromium",
];

/**
 * Returns the path of a Chromium that can be run: `path` and no other when it is given; undefined when there is none.
 */
export function findChromium(path?: string): string | undefined {
  return (path === undefined ? USUAL_PATHS : [path]).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Says why there is no Chromium, with what to do about it; `path` is the one that was named, if one was. */
export const noChromiumSentence = (path?: string): string =>
  path === undefined
    ? "There is no Chromium: install chromium-headless-shell."
    : `QUIRE_CHROMIUM: there is no program ${path} that can be run. Set it to the path of a Chromium, or leave it out.`;
