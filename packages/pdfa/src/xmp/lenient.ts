import { SaxesParser } from "saxes";
import { XmpError } from "./xml.ts";

/** The beginning of a packet, which has its header. */
const HEADER_CHARACTERS = 4096;
/** The number of characters that are searched: more than a packet has before its identification. */
const MAX_CHARACTERS = 2 ** 20;
/** The most faults with which XML is read to its end: each fault costs an Error. */
const MAX_FAULTS = 1000;

/**
 * Returns the pseudo-attributes of the first `<?xpacket …?>` near the beginning, by name, of XML that need not be
 * well-formed: empty where there is none. They are written as attributes are (ISO 16684-1, 7.3.2), and read as those.
 */
export function headerOf(text: string): ReadonlyMap<string, string> {
  let header: string | undefined;
  readLeniently(text.slice(0, HEADER_CHARACTERS), (parser) => {
    parser.on("processinginstruction", ({ target, body }) => {
      header ??= target === "xpacket" ? body : undefined;
    });
  });
  const attributes = new Map<string, string>();
  readLeniently(`<header ${header ?? ""}/>`, (parser) => {
    parser.on("attribute", ({ name, value }) => void attributes.set(name, value));
  });
  return attributes;
}

/**
 * Returns the value of the first attribute or element of this name, prefix included, in XML that need not be
 * well-formed; undefined where there is none before the XML has too many faults.
 */
export function unreadValue(text: string, name: string): string | undefined {
  let value: string | undefined;
  let isWithin = false;
  readLeniently(text, (parser) => {
    parser.on("attribute", (attribute) => {
      value ??= attribute.name === name ? attribute.value : undefined;
    });
    parser.on("opentag", (tag) => {
      isWithin = tag.name === name;
    });
    parser.on("text", (data) => {
      value ??= isWithin ? data : undefined;
    });
    parser.on("closetag", () => {
      isWithin = false;
    });
  });
  return value;
}

/** Reads the beginning of XML and goes on after what is wrong with it. `handle` gives the parser its handlers. */
function readLeniently(text: string, handle: (parser: SaxesParser) => void): void {
  const parser = new SaxesParser({ position: false });
  let faults = 0;
  parser.on("error", () => {
    if (++faults > MAX_FAULTS) {
      throw new XmpError("too many faults");
    }
  });
  handle(parser);
  try {
    parser.write(text.slice(0, MAX_CHARACTERS));
  } catch (error) {
    if (!(error instanceof XmpError)) {
      throw error;
    }
  }
}
