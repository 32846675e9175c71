import { type Bounds, decodeStream, Name, Stream } from "@quire/cos";
import type { CMap, ToUnicodeCMap } from "./cmap.ts";
import { type CMapFile, readCMapFile } from "./cmap-file.ts";
import { cmapOf, toUnicodeOf } from "./file-cmap.ts";
import { predefinedCMap } from "./predefined.ts";

const MAX_CHAIN = 8;

/**
 * Reads an embedded CMap; the CMap that it uses is UseCMap of the stream, or the predefined one that the file names.
 */
export function readCMap(stream: Stream, bounds: Bounds, depth = 0): CMap {
  const file = readCMapFile(decodeStream(stream, bounds).bytes);
  return cmapOf(
    file,
    usedBy(stream, file, (used) => (depth < MAX_CHAIN ? readCMap(used, bounds, depth + 1) : undefined)),
  );
}

/** Reads a ToUnicode stream. */
export function readToUnicode(stream: Stream, bounds: Bounds, depth = 0): ToUnicodeCMap {
  const file = readCMapFile(decodeStream(stream, bounds).bytes);
  const used = stream.dict.stream("UseCMap");
  return toUnicodeOf(file, used && depth < MAX_CHAIN ? readToUnicode(used, bounds, depth + 1) : undefined);
}

function usedBy(
  stream: Stream,
  { usedName }: CMapFile,
  readUsed: (used: Stream) => CMap | undefined,
): CMap | undefined {
  const used = stream.dict.get("UseCMap");
  if (used instanceof Stream) {
    return readUsed(used);
  }
  const name = used instanceof Name ? used.value : usedName;
  return name === undefined ? undefined : predefinedCMap(name);
}
