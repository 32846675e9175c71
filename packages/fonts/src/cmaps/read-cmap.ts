import { type Bounds, decodeStream, Name, Stream } from "@quire/cos";
import type { CMap, ToUnicodeCMap } from "./cmap.ts";
import { type CMapFile, readCMapFile } from "./cmap-file.ts";
import { cmapOf, toUnicodeOf } from "./file-cmap.ts";
import { predefinedCMap } from "./predefined.ts";

const MAX_CHAIN = 8;

/** How the stream of a CMap is decoded. */
type Decode = (stream: Stream, bounds: Bounds) => Uint8Array;
const asMeant: Decode = (stream, bounds) => decodeStream(stream, bounds).bytes;

/**
 * Reads an embedded CMap; the CMap that it uses is UseCMap of the stream, or the predefined one that the file names.
 * Streams are decoded by `decode`: as far as they can be, unless it is set.
 */
export function readCMap(stream: Stream, bounds: Bounds, decode = asMeant, depth = 0): CMap {
  const file = readCMapFile(decode(stream, bounds));
  return cmapOf(
    file,
    usedBy(stream, file, (used) => (depth < MAX_CHAIN ? readCMap(used, bounds, decode, depth + 1) : undefined)),
  );
}

/** Reads a ToUnicode stream; `decode` is as for `readCMap`. */
export function readToUnicode(stream: Stream, bounds: Bounds, decode = asMeant, depth = 0): ToUnicodeCMap {
  const file = readCMapFile(decode(stream, bounds));
  const used = stream.dict.stream("UseCMap");
  return toUnicodeOf(file, used && depth < MAX_CHAIN ? readToUnicode(used, bounds, decode, depth + 1) : undefined);
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
