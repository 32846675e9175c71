import { type CosDocument, decodeTextString } from "@quire/cos";
import { readMetadata } from "@quire/xmp";

/**
 * Returns the title of a document: from its information dictionary, or otherwise from its XMP metadata; undefined when
 * it has none.
 */
export function readTitle(document: CosDocument): string | undefined {
  const bytes = document.trailer.dict("Info")?.bytes("Title");
  return shown(bytes && decodeTextString(bytes)) ?? shown(titleOfMetadata(document));
}

const MAX_TITLE = 2000;

function shown(text: string | undefined): string | undefined {
  const clean = text
    ?.slice(0, MAX_TITLE)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return clean === "" ? undefined : clean;
}

const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/";

/** Returns the first of the languages of dc:title. */
function titleOfMetadata(document: CosDocument): string | undefined {
  const { catalog, bounds } = document;
  const stream = catalog.stream("Metadata");
  const packet = stream && readMetadata(stream, bounds);
  return packet?.properties.find(({ namespace, name }) => namespace === DUBLIN_CORE && name === "title")?.text;
}
