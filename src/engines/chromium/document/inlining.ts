import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { outwardReferences, withReferences } from "./references.ts";

/*
 * A document with few and small files is printed where there is no network: the files are embedded in it as `data:`
 * URLs.
 */

const MAX_ASSETS = 20;
const MAX_ASSET_BYTES = 512 * 1024;
/** The limit of what all references to files add together: a document may refer to the same file any number of times. */
const MAX_INLINED_CHARACTERS = 4 * 2 ** 20;

/**
 * Returns the document with the files that it refers to embedded, or undefined where that cannot be done: something is
 * missing, too large, or refers to something in turn.
 * @param assets paths of files by the relative URL path that stands for them
 */
export async function inlined(html: string, assets: ReadonlyMap<string, string>): Promise<string | undefined> {
  const all = outwardReferences(html);
  const references = new Set(all);
  if (references.size === 0) {
    return html;
  }
  if (references.size > MAX_ASSETS) {
    return undefined;
  }
  const replacements = new Map<string, string>();
  for (const reference of references) {
    const name = assetName(reference);
    const path = assets.get(name ?? "");
    // oxlint-disable-next-line eslint/no-await-in-loop -- few and small, and the first that will not do ends it
    const data = name === undefined || path === undefined ? undefined : await dataUrl(name, path);
    if (data === undefined) {
      return undefined;
    }
    replacements.set(reference, data);
  }
  const inlinedCharacters = all.reduce((sum, reference) => sum + (replacements.get(reference)?.length ?? 0), 0);
  return inlinedCharacters > MAX_INLINED_CHARACTERS
    ? undefined
    : withReferences(html, (reference) => replacements.get(reference));
}

/** Returns the name of the asset that a relative reference leads to; undefined for any other reference. */
function assetName(reference: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(reference)) {
    return undefined;
  }
  const { pathname } = new URL(reference, "http://document.invalid/");
  return decodedName(pathname);
}

/**
 * Returns the decoded path of a URL without its first `/`; undefined when it is not properly encoded.
 * @param pathname of a URL, with its first `/`
 */
export function decodedName(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return undefined;
  }
}

/**
 * Returns the media type of a file by the extension of its name, the only hint at its contents.
 * @param name of the file
 */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES.get(extname(name).toLowerCase()) ?? "application/octet-stream";
}

const MEDIA_TYPES = new Map([
  [".avif", "image/avif"],
  [".bmp", "image/bmp"],
  [".css", "text/css"],
  [".gif", "image/gif"],
  [".htm", "text/html"],
  [".html", "text/html"],
  [".ico", "image/x-icon"],
  [".jpeg", "image/jpeg"],
  [".jpg", "image/jpeg"],
  [".js", "text/javascript"],
  [".json", "application/json"],
  [".mjs", "text/javascript"],
  [".otf", "font/otf"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".ttf", "font/ttf"],
  [".txt", "text/plain"],
  [".wasm", "application/wasm"],
  [".webp", "image/webp"],
  [".woff", "font/woff"],
  [".woff2", "font/woff2"],
  [".xhtml", "application/xhtml+xml"],
  [".xml", "application/xml"],
]);

async function dataUrl(name: string, path: string): Promise<string | undefined> {
  const { size } = await stat(path);
  const mediaType = mediaTypeOf(name);
  // Documents and SVG images may refer to further files; so may style sheets, whose references are checked.
  if (size > MAX_ASSET_BYTES || !/^(?:image|font|text\/css)/.test(mediaType)) {
    return undefined;
  }
  const bytes = await readFile(path);
  const text = /svg|css/.test(mediaType) ? bytes.toString("utf8") : "";
  if (outwardReferences(text).length > 0 || /@import|\\/.test(text)) {
    return undefined;
  }
  return `data:${mediaType};base64,${bytes.toString("base64")}`;
}
