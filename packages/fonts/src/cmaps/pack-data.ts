/**
 * Rewrites the folder data: `node packages/fonts/src/cmaps/pack-data.ts <folder>`, where the folder has the CMap
 * resources of Adobe, https://github.com/adobe-type-tools/cmap-resources, as they are in the package poppler-data:
 * Adobe-Japan1/H.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { readCMapFile } from "./cmap-file.ts";
import { packCMap } from "./packed-cmap.ts";
import { PREDEFINED_NAMES } from "./predefined-names.ts";

const COLLECTIONS = ["Adobe-CNS1", "Adobe-GB1", "Adobe-Japan1", "Adobe-Korea1"];

const [folder = "."] = process.argv.slice(2);
const target = join(import.meta.dirname, "data");
mkdirSync(target, { recursive: true });
for (const name of PREDEFINED_NAMES) {
  const source = COLLECTIONS.map((collection) => join(folder, collection, name)).find((path) => existsSync(path));
  if (source === undefined) {
    throw new Error(`There is no ${name} in ${folder}.`);
  }
  const packed = packCMap(readCMapFile(readFileSync(source)));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(packed, options));
}
