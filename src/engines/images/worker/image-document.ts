import { type Bounds, Dict, decodeStream, MadeObjects, Name, Stream, writeDocument } from "@quire/cos";
import type { CodedImage } from "@quire/images";

/**
 * Returns a PDF file of one page that shows one image. From the image's document it contains only what decoding needs.
 * @throws CosError `too_complex`
 */
export function documentOfImage(image: CodedImage, bounds: Bounds): Uint8Array {
  const made = new MadeObjects();
  const picture = made.add(new Stream(imageDict(image, made, bounds), image.bytes));
  const page = new Dict([
    ["Type", new Name("Page")],
    ["MediaBox", [0, 0, 1, 1]],
    ["Resources", new Dict([["XObject", new Dict([["I", picture]])]])],
    ["Contents", made.add(new Stream(new Dict(), Buffer.from("/I Do")))],
  ]);
  const pages = new Dict([
    ["Type", new Name("Pages")],
    ["Kids", [made.add(page)]],
    ["Count", 1],
  ]);
  page.set("Parent", made.add(pages));
  const catalog = new Dict([
    ["Type", new Name("Catalog")],
    ["Pages", page.raw("Parent") ?? null],
  ]);
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
  const options = { objectStreams: false, compress: false, unifyStreams: false };
  writeDocument(new Dict([["Root", made.add(catalog)]]), sink, options, bounds);
  return Buffer.concat(pieces);
}

function imageDict(image: CodedImage, made: MadeObjects, bounds: Bounds): Dict {
  const { filter, parameters, widthPx, heightPx, bitsPerComponent, components, decode } = image;
  const dict = new Dict([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Image")],
    ["Width", widthPx],
    ["Height", heightPx],
    ["BitsPerComponent", bitsPerComponent],
    ["Filter", new Name(filter)],
  ]);
  // JPEG 2000 states its colours itself.
  if (filter !== "JPXDecode" || components === 1) {
    dict.set("ColorSpace", new Name(COLOUR_SPACES[components]));
  }
  if (decode) {
    dict.set("Decode", [...decode]);
  }
  if (parameters) {
    dict.set("DecodeParms", parametersFor(parameters, made, bounds));
  }
  return dict;
}

const COLOUR_SPACES = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" } as const;

/**
 * Returns the parameters of a filter. A value that is neither a number nor a boolean exists for JBIG2 only (ISO
 * 32000-2, 7.4.7).
 */
function parametersFor(parameters: Dict, made: MadeObjects, bounds: Bounds): Dict {
  const copy = new Dict();
  for (const key of parameters.keys()) {
    bounds.step();
    const value = parameters.get(key);
    if (typeof value === "number" || typeof value === "boolean") {
      copy.set(key, value);
    }
  }
  const globals = parameters.stream("JBIG2Globals");
  if (globals) {
    copy.set("JBIG2Globals", made.add(new Stream(new Dict(), decodeStream(globals, bounds).bytes)));
  }
  return copy;
}
