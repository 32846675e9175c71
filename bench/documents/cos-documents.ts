import { deflateSync } from "node:zlib";
import { seededRandom } from "../measuring/random.ts";
import { ObjectFile } from "./object-file.ts";

/*
 * A tagged report: pages with links, fonts, an outline, and a structure tree of many small dictionaries, as word
 * processors write it. Seven tenths of its bytes are streams; nineteen of twenty of its objects are dictionaries.
 */

const ELEMENTS_PER_PAGE = 34;
const LINKS_PER_PAGE = 3;
const PAGES_PER_FONT = 10;
const OBJECTS_PER_FONT = 4;
const PAGES_PER_NODE = 25;
const LINES = 4000;
const LINES_PER_PAGE = 467;

export interface TaggedShape {
  readonly pages: number;
  /** The number of objects, not counting object 0. */
  readonly objects?: number;
  readonly linesPerPage?: number;
  readonly linksPerPage?: number;
  /** Whether it has structure and outline. */
  readonly isTagged?: boolean;
  /** The seed; documents of different seeds have no page and no font in common. */
  readonly seed?: number;
}

/** Writes such a document with a cross-reference table, the same bytes each time. */
export function writeTaggedDocument(path: string, shape: TaggedShape): void {
  using out = new ObjectFile(path);
  const plan = new Plan(shape);
  const { pages, objects } = shape;
  const random = seededRandom(shape.seed ?? 35);
  const material = materialOf(random);
  out.object(plan.catalog, catalogOf(plan));
  for (let page = 0; page < pages; page += 1) {
    writePage(out, { plan, page, material, random });
    if (page % PAGES_PER_NODE === 0) {
      out.object(plan.node(page), nodeOf(plan, page));
    }
    if (page % PAGES_PER_FONT === 0) {
      writeFont(out, plan.font(page), material, random);
    }
  }
  out.object(plan.pages, pagesOf(plan));
  if (plan.isTagged) {
    out.object(plan.structure, structureOf(plan));
    writeOutline(out, plan, (objects ?? plan.end) - plan.end + 1);
  }
  out.end(plan.catalog);
}

/** The numbers of the objects. */
class Plan {
  readonly catalog = 1;
  readonly pages = 2;
  readonly structure = 3;
  readonly outline = 4;
  readonly count: number;
  readonly linesPerPage: number;
  readonly linksPerPage: number;
  readonly isTagged: boolean;
  readonly end: number;

  constructor({ pages, linesPerPage = LINES_PER_PAGE, linksPerPage = LINKS_PER_PAGE, isTagged = true }: TaggedShape) {
    this.count = pages;
    this.isTagged = isTagged;
    this.linesPerPage = linesPerPage;
    this.linksPerPage = linksPerPage;
    this.end = this.#fonts + Math.ceil(pages / PAGES_PER_FONT) * OBJECTS_PER_FONT;
  }

  page(page: number): number {
    return 5 + page * this.#objectsPerPage;
  }

  contents(page: number): number {
    return this.page(page) + 1;
  }

  link(page: number, link: number): number {
    return this.page(page) + 2 + link;
  }

  /** Returns the number of a structure element; the first one of a page is the parent of the others. */
  element(page: number, element: number): number {
    return this.page(page) + 2 + this.linksPerPage + element;
  }

  node(page: number): number {
    return this.page(this.count) + Math.floor(page / PAGES_PER_NODE);
  }

  font(page: number): number {
    return this.#fonts + Math.floor(page / PAGES_PER_FONT) * OBJECTS_PER_FONT;
  }

  get #fonts(): number {
    return this.page(this.count) + Math.ceil(this.count / PAGES_PER_NODE);
  }

  get elementsPerPage(): number {
    return this.isTagged ? ELEMENTS_PER_PAGE : 0;
  }

  get #objectsPerPage(): number {
    return 2 + this.elementsPerPage + this.linksPerPage;
  }
}

const catalogOf = (plan: Plan): string =>
  `<< /Type /Catalog /Pages ${plan.pages} 0 R ` +
  (plan.isTagged
    ? `/Outlines ${plan.outline} 0 R /StructTreeRoot ${plan.structure} 0 R /MarkInfo << /Marked true >> `
    : "") +
  `/Lang (en-GB) /ViewerPreferences << /DisplayDocTitle true >> >>`;

function pagesOf(plan: Plan): string {
  const nodes = range(Math.ceil(plan.count / PAGES_PER_NODE)).map((index) => plan.node(index * PAGES_PER_NODE));
  return `<< /Type /Pages /Count ${plan.count} /Kids [ ${references(nodes)} ] >>`;
}

function nodeOf(plan: Plan, first: number): string {
  const kids = range(Math.min(PAGES_PER_NODE, plan.count - first)).map((index) => plan.page(first + index));
  return `<< /Type /Pages /Parent ${plan.pages} 0 R /Count ${kids.length} /Kids [ ${references(kids)} ] >>`;
}

/**
 * Returns the root of the structure tree. The parent tree has all its entries in the root (ISO 32000-2, 7.9.7): that is
 * rare, but small ones have.
 */
function structureOf(plan: Plan): string {
  const parents = range(plan.count).map((page) => {
    const elements = range(ELEMENTS_PER_PAGE - 1).map((element) => plan.element(page, element + 1));
    return `${page} [ ${references(elements)} ]`;
  });
  const sections = range(plan.count).map((page) => plan.element(page, 0));
  return (
    `<< /Type /StructTreeRoot /K [ ${references(sections)} ] /ParentTree << /Nums [ ${parents.join("\n")} ] >> ` +
    `/ParentTreeNextKey ${plan.count} /RoleMap << /Heading1 /H1 /Normal /P /TableNormal /Table >> >>`
  );
}

function writePage(
  out: ObjectFile,
  { plan, page, material, random }: { plan: Plan; page: number; material: Material; random: () => number },
): void {
  const links = range(plan.linksPerPage);
  const annotations = references(links.map((link) => plan.link(page, link)));
  out.object(
    plan.page(page),
    `<< /Type /Page /Parent ${plan.node(page)} 0 R /MediaBox [ 0 0 595.32 841.92 ] /CropBox [ 0 0 595.32 841.92 ] ` +
      `/Resources << /Font << /F1 ${plan.font(page)} 0 R /F2 ${plan.font(0)} 0 R >> /ExtGState << /GS7 << /Type /ExtGState ` +
      `/BM /Normal /ca 1 >> >> /ProcSet [ /PDF /Text /ImageB /ImageC /ImageI ] >> /Contents ${plan.contents(page)} 0 R ` +
      `/Group << /Type /Group /S /Transparency /CS /DeviceRGB >> /Annots [ ${annotations} ] /Tabs /S /StructParents ${page} >>`,
  );
  out.stream(plan.contents(page), "/Filter /FlateDecode", deflate(contentOf(material, plan.linesPerPage, random)));
  for (const link of links) {
    out.object(plan.link(page, link), linkOf(plan, { page, link }, random));
  }
  for (const element of range(plan.elementsPerPage)) {
    out.object(plan.element(page, element), elementOf(plan, page, element));
  }
}

function linkOf(plan: Plan, { page, link }: { page: number; link: number }, random: () => number): string {
  const rectangle = range(4).map(() => (random() * 595).toFixed(2));
  const action =
    link === 0
      ? `/A << /Type /Action /S /URI /URI (https://example.org/report/section-${page}?from=page#${link}) >>`
      : `/Dest [ ${plan.page(Math.floor(random() * plan.count))} 0 R /XYZ 69 ${(random() * 841).toFixed(1)} 0 ]`;
  return `<< /Type /Annot /Subtype /Link /Rect [ ${rectangle.join(" ")} ] /BS << /W 0 >> /F 4 /P ${plan.page(page)} 0 R ${action} >>`;
}

function elementOf(plan: Plan, page: number, element: number): string {
  if (element === 0) {
    const kids = range(ELEMENTS_PER_PAGE - 1).map((kid) => plan.element(page, kid + 1));
    return `<< /Type /StructElem /S /Sect /P ${plan.structure} 0 R /K [ ${references(kids)} ] /T (Section ${page}) >>`;
  }
  const common = `/P ${plan.element(page, 0)} 0 R /Pg ${plan.page(page)} 0 R`;
  switch (element % 8) {
    case 1:
      return `<< /Type /StructElem /S /H1 ${common} /K [ ${element - 1} ] /ID <FEFF00730065006300740069006F006E${page.toString(16).padStart(4, "0")}> >>`;
    case 4:
      return `<< /Type /StructElem /S /TD ${common} /K [ ${element - 1} ] /A << /O /Table /ColSpan 1 /RowSpan 1 /Headers [ (c${element}) ] >> >>`;
    case 7:
      return `<< /Type /StructElem /S /Figure ${common} /K [ << /Type /MCR /Pg ${plan.page(page)} 0 R /MCID ${element - 1} >> ] /Alt (A diagram \\(figure ${element}\\) of the process that this section describes.) /A << /O /Layout /Placement /Block /BBox [ 72 316.42 523.3 612.08 ] >> >>`;
    default:
      return `<< /Type /StructElem /S /P ${common} /K [ ${element - 1} ] /A << /O /Layout /Placement /Block /SpaceBefore 0 /SpaceAfter 8 /LineHeight 13.8 /TextAlign /Justify /StartIndent 0 /EndIndent 0 >> >>`;
  }
}

function writeOutline(out: ObjectFile, plan: Plan, items: number): void {
  for (let item = 0; item < items; item += 1) {
    out.object(plan.end + item, outlineItem(plan, item, items));
  }
  out.object(
    plan.outline,
    `<< /Type /Outlines /First ${plan.end} 0 R /Last ${plan.end + items - 1} 0 R /Count ${items} >>`,
  );
}

function outlineItem(plan: Plan, item: number, items: number): string {
  const number = plan.end + item;
  const previous = item === 0 ? "" : `/Prev ${number - 1} 0 R `;
  const next = item === items - 1 ? "" : `/Next ${number + 1} 0 R `;
  const page = plan.page(Math.floor((item * plan.count) / items));
  return `<< /Title (${item + 1}. Of the things that are to be found here) /Parent ${plan.outline} 0 R ${previous}${next}/Dest [ ${page} 0 R /XYZ 69 770 0 ] >>`;
}

function writeFont(out: ObjectFile, first: number, material: Material, random: () => number): void {
  const widths = range(224).map(() => Math.floor(200 + random() * 800));
  out.object(
    first,
    `<< /Type /Font /Subtype /TrueType /BaseFont /BCDEEE+Calibri /Encoding /WinAnsiEncoding /FontDescriptor ${first + 1} 0 R ` +
      `/FirstChar 32 /LastChar 255 /Widths [ ${widths.join(" ")} ] /ToUnicode ${first + 3} 0 R >>`,
  );
  out.object(
    first + 1,
    `<< /Type /FontDescriptor /FontName /BCDEEE+Calibri /Flags 32 /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 750 ` +
      `/AvgWidth 521 /MaxWidth 1743 /FontWeight 400 /XHeight 250 /StemV 52 /FontBBox [ -503 -250 1240 750 ] /FontFile2 ${first + 2} 0 R >>`,
  );
  const program = Buffer.concat([Buffer.from(String(random())), material.program]);
  out.stream(first + 2, `/Length1 ${program.length} /Filter /FlateDecode`, deflate(program));
  const mappings = range(224).map((code) => `<${hex(code + 32, 2)}> <${hex(code + 32, 4)}>`);
  out.stream(first + 3, "/Filter /FlateDecode", deflate(`224 beginbfchar\n${mappings.join("\n")}\nendbfchar`));
}

/** The parts of which pages and fonts are made: to generate all of them for each page would take long. */
interface Material {
  readonly lines: readonly string[];
  readonly program: Buffer;
}

function materialOf(random: () => number): Material {
  const lines = range(LINES).map((line) => {
    const words = range(9).map(() => Math.floor(random() * 36 ** 5).toString(36));
    const [x, y] = [random() * 500, random() * 800].map((value) => value.toFixed(2));
    const show = `BT /F1 11.04 Tf 1 0 0 1 ${x} ${y} Tm [(${words.join(" ")})] TJ ET`;
    return `/P << /MCID ${line % (ELEMENTS_PER_PAGE - 1)} >> BDC ${show} EMC`;
  });
  return { lines, program: Buffer.from(range(40_000).map(() => Math.floor(random() * 128))) };
}

const contentOf = ({ lines }: Material, linesPerPage: number, random: () => number): string =>
  range(linesPerPage)
    .map(() => lines[Math.floor(random() * LINES)])
    .join("\n");

const deflate = (data: string | Buffer): Buffer => deflateSync(data, { level: 4 });
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const references = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(" ");
const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");
