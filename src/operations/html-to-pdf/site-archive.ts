import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../kernel/failure.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";

const MAX_FILES = 10_000;
const MAX_BYTES = 200_000_000;
const INDEX = "index.html";

/** An unpacked document and the files that it refers to. */
export interface Site {
  readonly path: string;
  /** The paths of files by their names, as seen from the document. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Unpacks an archive with `index.html` in its root, or in its only folder.
 * @throws Failure `unsupported_file_type` also when there is none
 */
export async function openSite(archive: string, context: Context): Promise<Site> {
  const outputDirectory = join(context.workspace, "site");
  await mkdir(outputDirectory);
  const files = new Map<string, string>();
  const unpacking = context.engines.unpacker.unpack({
    input: archive,
    maxFiles: MAX_FILES,
    maxBytes: Math.min(MAX_BYTES, context.limits.archiveBytes),
    outputDirectory,
    ...workOf(context),
  });
  for await (const { name, path } of unpacking) {
    files.set(name, path);
  }
  return siteOf(files);
}

/**
 * Finds the document among the files of an archive.
 * @param files paths by name
 * @throws Failure `unsupported_file_type` when there is no index.html
 * @internal Exported for tests.
 */
export function siteOf(files: ReadonlyMap<string, string>): Site {
  const own = [...files].filter(([name]) => !isOfAnotherProgram(name));
  const folder = files.has(INDEX) ? "" : commonFolder(own.map(([name]) => name));
  const path = folder === undefined ? undefined : files.get(folder + INDEX);
  if (folder === undefined || path === undefined) {
    throw new Failure("unsupported_file_type", "The ZIP archive has no index.html in its root or in its only folder.");
  }
  const assets = own
    .filter(([, file]) => file !== path)
    .map(([name, file]) => [name.slice(folder.length), file] as const);
  return { path, assets: new Map(assets) };
}

/** Returns whether a file was added by macOS or Windows. */
const isOfAnotherProgram = (name: string): boolean => /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(name);

/** Returns the folder, with its `/`, in which all files lie; undefined when there are several or none. */
function commonFolder([first, ...rest]: readonly string[]): string | undefined {
  const [folder] = /^[^/]+\//.exec(first ?? "") ?? [];
  return folder !== undefined && rest.every((name) => name.startsWith(folder)) ? folder : undefined;
}
