/**
 * Builds small documents for tests, byte for byte: the skeleton of a valid PDF/A file, of which a test changes the
 * parts under test. Text is one byte per character; a `stream` that is not ASCII may be given as bytes.
 */
import type { Flavour } from "../flavours.ts";
import type { Finding } from "../report.ts";
import type { RuleGroup } from "../rules/rule-group.ts";
import { validate } from "../runner/validate.ts";

/** The text between `obj` and `endobj`, or the dictionary of a stream without its /Length and the stream's bytes. */
export type MadeObject = string | { readonly dict: string; readonly stream: string | Uint8Array };

export interface BuildOptions {
  /** The flavour that the XMP packet claims and whose header is written; `2b` by default. */
  readonly flavour?: Flavour | undefined;
  /** The version in the header. */
  readonly version?: string | undefined;
  /** Further entries of the catalog, such as `/OpenAction 10 0 R`. */
  readonly catalog?: string | undefined;
  /** Further entries of the page. */
  readonly page?: string | undefined;
  /** The resources of the page, as text between `<<` and `>>`. */
  readonly resources?: string | undefined;
  /** The content stream of the page. */
  readonly content?: string | Uint8Array | undefined;
  /** Further entries of the trailer. */
  readonly trailer?: string | undefined;
  /** The trailer's /ID; null for none. */
  readonly id?: string | null | undefined;
  /** The XMP packet, instead of one that claims the flavour; null for no metadata stream. */
  readonly xmp?: string | Uint8Array | null | undefined;
  /** Further properties of the packet, as XML within its rdf:Description. */
  readonly xmpProperties?: string | undefined;
  /** The colour space of an output intent's profile; without it there is no output intent. */
  readonly outputIntent?: "GRAY" | "RGB" | "CMYK" | undefined;
  /** The text after `%%EOF` and its LF. */
  readonly after?: string | undefined;
}

/** The numbers of the skeleton's objects; those of tests start at 10. */
const SKELETON = {
  catalog: 1,
  pages: 2,
  page: 3,
  metadata: 4,
  content: 5,
  profile: 6,
  outputIntent: 7,
} as const;

/**
 * Builds a file of these objects, by number, and those of the skeleton that are not among them. Cross-reference table,
 * lengths and offsets are right; unused numbers are free.
 */
export function buildPdf(objects: Readonly<Record<number, MadeObject>> = {}, options: BuildOptions = {}): Uint8Array {
  const { flavour = "2b", trailer = "", id = "[<0123456789ABCDEF> <0123456789ABCDEF>]", after = "" } = options;
  const version = options.version ?? (flavour.startsWith("4") ? "2.0" : flavour.startsWith("1") ? "1.4" : "1.7");
  const all = new Map(
    Object.entries({ ...skeleton(flavour, options), ...objects }).map(([n, made]) => [Number(n), made]),
  );
  const size = Math.max(...all.keys()) + 1;
  let text = `%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`;
  const entries: string[] = ["0000000000 65535 f \n"];
  for (let number = 1; number < size; number++) {
    const made = all.get(number);
    entries.push(made === undefined ? "0000000000 00001 f \n" : `${String(text.length).padStart(10, "0")} 00000 n \n`);
    text += made === undefined ? "" : `${number} 0 obj\n${written(made)}\nendobj\n`;
  }
  const xref = text.length;
  text += `xref\n0 ${size}\n${entries.join("")}trailer\n<< /Size ${size} /Root 1 0 R `;
  text += `${id === null ? "" : `/ID ${id} `}${trailer} >>\nstartxref\n${xref}\n%%EOF\n${after}`;
  return Buffer.from(text, "latin1");
}

/** Returns the findings of these groups' rules when the document is checked against the flavour. */
export function findingsOf(
  bytes: Uint8Array,
  { flavour, groups }: { readonly flavour: Flavour; readonly groups: readonly RuleGroup[] },
): readonly Finding[] {
  return validate(bytes, { flavour, groups }).findings;
}

/** Returns the keys of the rules that are broken, in alphabetical order. */
export const brokenRules = (
  bytes: Uint8Array,
  options: { readonly flavour: Flavour; readonly groups: readonly RuleGroup[] },
): readonly string[] =>
  findingsOf(bytes, options)
    .map(({ key }) => key)
    .toSorted();

/** Makes a packet that claims the flavour and has no other properties than `properties`. */
export function xmpPacket(flavour: Flavour, properties = ""): string {
  const part = flavour.slice(0, 1);
  const level = flavour.slice(1).toUpperCase();
  return [
    '<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">',
    `<pdfaid:part>${part}</pdfaid:part>`,
    level === "" ? "" : `<pdfaid:conformance>${level}</pdfaid:conformance>`,
    part === "4" ? "<pdfaid:rev>2020</pdfaid:rev>" : "",
    properties,
    "</rdf:Description></rdf:RDF></x:xmpmeta>",
    '<?xpacket end="w"?>',
  ].join("\n");
}

/** Makes the smallest profile of a colour space with a valid header; it has no tags. */
export function iccProfile(colourSpace: "GRAY" | "RGB" | "CMYK"): Uint8Array {
  const profile = Buffer.alloc(132);
  profile.writeUInt32BE(profile.length, 0);
  profile.writeUInt32BE(0x02100000, 8);
  profile.write(colourSpace === "CMYK" ? "prtr" : "mntr", 12, "latin1");
  profile.write(colourSpace.padEnd(4), 16, "latin1");
  profile.write(colourSpace === "CMYK" ? "Lab " : "XYZ ", 20, "latin1");
  profile.write("acsp", 36, "latin1");
  return profile;
}

function skeleton(flavour: Flavour, options: BuildOptions): Record<number, MadeObject> {
  const { catalog = "", page = "", resources = "", content = "", xmp, outputIntent } = options;
  const links = [
    xmp === null ? "" : "/Metadata 4 0 R",
    outputIntent === undefined ? "" : "/OutputIntents [7 0 R]",
    catalog,
  ].join(" ");
  const made: Record<number, MadeObject> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${links} >>`,
    2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << ${resources} >> /Contents 5 0 R ${page} >>`,
    5: { dict: "", stream: content },
  };
  if (xmp !== null) {
    const stream = xmp ?? xmpPacket(flavour, options.xmpProperties);
    made[SKELETON.metadata] = { dict: "/Type /Metadata /Subtype /XML", stream };
  }
  if (outputIntent !== undefined) {
    const components = { GRAY: 1, RGB: 3, CMYK: 4 }[outputIntent];
    made[SKELETON.profile] = { dict: `/N ${components}`, stream: iccProfile(outputIntent) };
    made[SKELETON.outputIntent] =
      "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (Test) /DestOutputProfile 6 0 R >>";
  }
  return made;
}

function written(made: MadeObject): string {
  if (typeof made === "string") {
    return made;
  }
  const data = typeof made.stream === "string" ? made.stream : Buffer.from(made.stream).toString("latin1");
  return `<< /Length ${data.length} ${made.dict} >>\nstream\n${data}\nendstream`;
}
