/** Builds small tagged documents for tests of accessibility, each of which breaks nothing unless a test changes it. */
import { Bounds, CosDocument } from "@quire/cos";
import type { AccessibilityFlavour } from "../flavours.ts";
import { GROUPS } from "../rules/groups.ts";
import { checkAccessibility } from "../runner/check-accessibility.ts";
import { WELL_TAGGED } from "../xmp/accessibility-claim.ts";
import { buildPdf, type MadeObject } from "./pdf-builder.ts";

export interface TaggedOptions {
  /**
   * The structure tree: types with the entries of their elements and with their children, such as
   * `Document(H1 Table(TR(TH{/ID (a)} TD)))`. An element `X{…}` may have `@7` among its entries: it is object 7.
   */
  readonly tree?: string;
  /** The entries of the structure tree root besides /K. */
  readonly root?: string;
  /** Entries of the catalog besides those of the skeleton, or in place of all of them with `bare`. */
  readonly catalog?: string;
  readonly bare?: boolean;
  readonly page?: string;
  readonly content?: string;
  readonly resources?: string;
  readonly trailer?: string;
  /** The properties of the XMP packet in place of the claim and the title; null for no packet. */
  readonly xmp?: string | null;
  readonly version?: string;
  readonly objects?: Readonly<Record<number, MadeObject>>;
}

const FIRST_ELEMENT = 100;
const ROOT = 90;
const NAMESPACE = 91;
const OLD_NAMESPACE = 92;
/** The types that PDF 2.0 has only in the namespace of PDF 1.7. */
const OLD_TYPES = /^(?:Art|BlockQuote|TOC|TOCI|Index|Private|Quote|Note|Reference|BibEntry|Code)$/u;
const PDF_2 = "http://iso.org/pdf2/ssn";

/** Returns the keys of the rules that a document breaks under a standard of accessibility, in alphabetical order. */
export const brokenIn = (flavour: AccessibilityFlavour, options: TaggedOptions = {}): readonly string[] =>
  reportOf(flavour, options)
    .findings.map(({ key }) => key)
    .toSorted();

/** Returns the report on a document under a standard of accessibility. */
export function reportOf(flavour: AccessibilityFlavour, options: TaggedOptions = {}) {
  const document = CosDocument.open(taggedPdf(flavour, options), { keepsFacts: true });
  return checkAccessibility(document, flavour, { bounds: new Bounds(), groups: GROUPS });
}

/** Builds a tagged document that claims the standard. */
export function taggedPdf(flavour: AccessibilityFlavour, options: TaggedOptions): Uint8Array {
  const { tree = "Document(P)", root = "", catalog = "", bare = false, xmp, version } = options;
  const isSecond = flavour !== "ua1";
  const elements = elementsOf(tree, isSecond);
  const links = bare
    ? ""
    : `/MarkInfo << /Marked true >> /Lang (en) /StructTreeRoot ${ROOT} 0 R /ViewerPreferences << /DisplayDocTitle true >>`;
  return buildPdf(
    {
      [ROOT]: `<< /Type /StructTreeRoot /K [${elements.top.map((n) => `${n} 0 R`).join(" ")}] ${root} >>`,
      [NAMESPACE]: `<< /Type /Namespace /NS (${PDF_2}) >>`,
      [OLD_NAMESPACE]: "<< /Type /Namespace /NS (http://iso.org/pdf/ssn) >>",
      ...elements.objects,
      ...options.objects,
    },
    {
      flavour: isSecond ? "4" : "2b",
      version,
      catalog: `${links} ${catalog}`,
      page: options.page,
      content: options.content,
      resources: options.resources,
      trailer: options.trailer,
      xmp: xmp === null ? null : packet(xmp ?? `${claims[flavour]}${TITLE}`),
    },
  );
}

export const TITLE = '<dc:title><rdf:Alt><rdf:li xml:lang="en">Title</rdf:li></rdf:Alt></dc:title>';

const declaration = (uri: string): string =>
  `<pdfd:declarations><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfd:conformsTo>${uri}</pdfd:conformsTo></rdf:li>` +
  "</rdf:Bag></pdfd:declarations>";

/** The properties by which a document claims each standard. */
export const claims: Readonly<Record<AccessibilityFlavour, string>> = {
  ua1: "<pdfuaid:part>1</pdfuaid:part>",
  ua2: "<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>",
  wt1a: declaration(WELL_TAGGED.wt1a),
  wt1r: declaration(WELL_TAGGED.wt1r),
};

const packet = (properties: string): string =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
  'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:ua="http://www.aiim.org/pdfua/ns/id/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfd="http://pdfa.org/declarations/">' +
  `${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** Makes the objects of a tree that is written as `TaggedOptions.tree` says. */
function elementsOf(
  tree: string,
  hasNamespaces: boolean,
): { readonly top: number[]; readonly objects: Record<number, string> } {
  const objects: Record<number, string> = {};
  const tokens = tree.match(/[()]|[^\s(){}]+(?:\{[^}]*\})?/gu) ?? [];
  let next = FIRST_ELEMENT;
  const read = (parent: number): number[] => {
    const made: number[] = [];
    while (tokens.length > 0 && tokens[0] !== ")") {
      const [, type = "", own = ""] = /^([^{]*)(?:\{([^}]*)\})?$/u.exec(tokens.shift() ?? "") ?? [];
      const number = Number(/@(\d+)/u.exec(own)?.[1] ?? next++);
      made.push(number);
      const kids = tokens[0] === "(" ? inBrackets(number) : [];
      const links = own.includes("/P ") ? "" : `/P ${parent} 0 R`;
      const written = own.replace(/@\d+/u, "");
      const content = kids.length === 0 ? "" : `/K [${kids.map((kid) => `${kid} 0 R`).join(" ")}]`;
      const namespace = OLD_TYPES.test(type) ? OLD_NAMESPACE : NAMESPACE;
      const space = !hasNamespaces || written.includes("/NS ") ? "" : `/NS ${namespace} 0 R`;
      objects[number] = `<< /Type /StructElem /S /${type} ${links} ${content} ${space} ${written} >>`;
    }
    return made;
  };
  const inBrackets = (parent: number): number[] => {
    tokens.shift();
    const made = read(parent);
    tokens.shift();
    return made;
  };
  return { top: read(ROOT), objects };
}
