import { PdfDraft } from "../documents/pdf-draft.ts";
import { addForm, type FieldFact, type WidgetFact } from "./form.ts";
import type { Plan } from "./plan.ts";
import { DESTINATION_NAMES, type DestinationName, PAGE_HEIGHT, PAGES, VARIANTS, type Variant } from "./variants.ts";

/** The facts of a document, in words that distinguish it from the others: a page is its width, a place `width@top`. */
export interface Facts {
  readonly outline: readonly { readonly depth: number; readonly title: string; readonly page: number }[];
  readonly destinations: readonly string[];
  readonly links: readonly { readonly page: number; readonly bottom: number; readonly leadsTo: string }[];
  readonly fields: readonly FieldFact[];
  readonly widgets: readonly WidgetFact[];
  /** The fields in the order of calculation, as `page bottom` of their widgets. */
  readonly calculationOrder: readonly string[];
  /** The structure elements with text: their standard role, what their class says, and the text. */
  readonly elements: readonly { readonly role: string; readonly spaceBefore: number; readonly text: string }[];
  /** The marked contents that belong to an element; `taggedLink` is an annotation that does. */
  readonly markedContents: readonly { readonly page: number; readonly mcid: number }[];
  readonly taggedLink: { readonly page: number; readonly bottom: number };
  readonly labels: readonly { readonly page: number; readonly label: string }[];
  readonly attachments: readonly string[];
  readonly layers: readonly { readonly pages: readonly number[]; readonly isVisible: boolean }[];
}

export interface CollidingDocument {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly facts: Facts;
}

const FIRST_LINK_BOTTOM = 560;

/** Returns three documents that have the same names for different things, the same bytes each time. */
export const collidingDocuments = (): CollidingDocument[] => VARIANTS.map(documentOf);

function documentOf(variant: Variant): CollidingDocument {
  const draft = new PdfDraft();
  const plan: Plan = {
    variant,
    draft,
    pageTree: draft.reserve(),
    pages: range(PAGES).map(() => draft.reserve()),
    font: draft.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${variant.font} /Encoding /WinAnsiEncoding >>`),
    annotations: range(PAGES).map(() => []),
  };
  const navigation = addNavigation(plan);
  const form = addForm(plan);
  const structure = addStructure(plan, navigation.firstLink);
  const layers = addLayers(plan);
  const attachments = addAttachments(plan);
  addPages(plan, layers.groups);
  const catalog = draft.add(
    `<< /Type /Catalog /Pages ${plan.pageTree} 0 R /PageLabels << /Nums [ ${variant.labels.nums} ] >> ` +
      `${navigation.entries} ${form.entries} ${structure.entries} ${layers.entries} ` +
      `/Names << ${navigation.names} ${attachments.names} >> /MarkInfo << /Marked true >> /Lang (en) >>`,
  );
  const { outline, destinations, links } = navigation;
  return {
    key: variant.key,
    bytes: draft.bytes(catalog),
    facts: {
      outline,
      destinations,
      links,
      fields: form.fields,
      widgets: form.widgets,
      calculationOrder: form.calculationOrder,
      elements: structure.elements,
      markedContents: structure.markedContents,
      taggedLink: { page: variant.widthPt, bottom: FIRST_LINK_BOTTOM },
      labels: variant.labels.pages.map((label, index) => ({ page: variant.widthPt + index, label })),
      attachments: attachments.contents,
      layers: layers.facts,
    },
  };
}

export const textOf = ({ key }: Variant, page: number, mcid: number): string =>
  `${mcid === 0 ? "Heading" : "Body"} ${page + 1} of ${key}`;

function addPages(plan: Plan, groups: readonly number[]): void {
  const { variant, draft, pages, pageTree } = plan;
  const kids = pages.map((page) => `${page} 0 R`).join(" ");
  draft.set(pageTree, `<< /Type /Pages /Count ${PAGES} /Kids [ ${kids} ] >>`);
  for (const [index, page] of pages.entries()) {
    const lines = [0, 1].map(
      (mcid) =>
        `/Para << /MCID ${mcid} >> BDC BT /F1 12 Tf 20 ${650 - 20 * mcid} Td (${textOf(variant, index, mcid)}) Tj ET EMC`,
    );
    const square = "/OC /Layer BDC 1 0 0 rg 300 600 50 50 re f EMC";
    const content = draft.stream("", `${lines.join("\n")}\n${square}`);
    const annotations = plan.annotations[index]?.map((annotation) => `${annotation} 0 R`).join(" ") ?? "";
    draft.set(
      page,
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [ 0 0 ${variant.widthPt + index} ${PAGE_HEIGHT} ] ` +
        `/Resources << /Font << /F1 ${plan.font} 0 R >> /Properties << /Layer ${groups[index % groups.length]} 0 R >> >> ` +
        `/Contents ${content} 0 R /StructParents ${index} /Annots [ ${annotations} ] >>`,
    );
  }
}

function addNavigation(plan: Plan) {
  const { variant, draft, pages } = plan;
  const place = (page: number, topPt: number) => `[ ${pages[page]} 0 R /XYZ 0 ${topPt} 0 ]`;
  const fact = (page: number, topPt: number) => `${variant.widthPt + page}@${topPt}`;
  const nameOf = (name: DestinationName) => (variant.hasOldDestinations ? `/${name}` : `(${name})`);
  // The value is the destination itself, or a dictionary that has it (12.3.2.4).
  const valueOf = (name: DestinationName) =>
    name === "start"
      ? `<< /D ${place(variant.targets[name], topOf(name))} >>`
      : place(variant.targets[name], topOf(name));
  const named = DESTINATION_NAMES.map((name) => [nameOf(name), valueOf(name)] as const);
  const factOf = (name: DestinationName) => fact(variant.targets[name], topOf(name));

  const ways = [
    { entry: `/Dest ${nameOf("terms")}`, leadsTo: factOf("terms") },
    { entry: `/A << /S /GoTo /D ${nameOf("results")} >>`, leadsTo: factOf("results") },
    { entry: `/Dest ${place(2, 210)}`, leadsTo: fact(2, 210) },
    { entry: `/A << /S /GoTo /D ${place(3, 220)} >>`, leadsTo: fact(3, 220) },
  ];
  const links: { page: number; bottom: number; leadsTo: string; number: number }[] = [];
  for (const page of [0, 1]) {
    for (const [index, { entry, leadsTo }] of ways.entries()) {
      const bottom = FIRST_LINK_BOTTOM - 20 * index;
      const structParent = page === 0 && index === 0 ? `/StructParent ${PAGES}` : "";
      const number = draft.add(
        `<< /Type /Annot /Subtype /Link /Rect [ 20 ${bottom} 120 ${bottom + 15} ] /Border [ 0 0 0 ] ${structParent} ${entry} >>`,
      );
      plan.annotations[page]?.push(number);
      links.push({ page: variant.widthPt + page, bottom, leadsTo, number });
    }
  }

  const entries: readonly OutlineEntry[] = [
    { depth: 0, title: "Introduction", leads: `/Dest ${place(0, 110)}`, page: 0 },
    { depth: 1, title: "Terms", leads: `/Dest ${nameOf("terms")}`, page: variant.targets.terms },
    { depth: 2, title: "Depths", leads: `/A << /S /GoTo /D ${nameOf("deep")} >>`, page: variant.targets.deep },
    { depth: 1, title: "Scope", leads: `/A << /S /GoTo /D ${place(1, 120)} >>`, page: 1 },
    { depth: 0, title: "Results", leads: `/Dest ${nameOf("results")}`, page: variant.targets.results },
    { depth: 0, title: "Annex", leads: `/Dest ${place(3, 130)}`, page: 3 },
  ];
  const outline = addOutline(draft, entries);
  const sorted = named.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, target]) => `${name} ${target}`);
  const dests = variant.hasOldDestinations ? `/Dests << ${sorted.join(" ")} >>` : "";
  const tree = draft.add(`<< /Names [ ${sorted.join(" ")} ] >>`);
  return {
    entries: `/Outlines ${outline} 0 R ${dests}`,
    names: variant.hasOldDestinations ? "" : `/Dests ${tree} 0 R`,
    outline: entries.map(({ depth, title, page }) => ({ depth, title, page: variant.widthPt + page })),
    destinations: DESTINATION_NAMES.map(factOf),
    links: links.map(({ page, bottom, leadsTo }) => ({ page, bottom, leadsTo })),
    firstLink: links[0]?.number ?? 0,
  };
}

const topOf = (name: DestinationName): number => 300 + 10 * DESTINATION_NAMES.indexOf(name);

interface OutlineEntry {
  readonly depth: number;
  readonly title: string;
  readonly leads: string;
  readonly page: number;
}

/**
 * Adds an outline.
 * @returns the number of the outline dictionary
 */
function addOutline(draft: PdfDraft, entries: readonly OutlineEntry[]): number {
  const root = draft.reserve();
  const numbers = entries.map(() => draft.reserve());
  const parents = entries.map(({ depth }, index) =>
    entries.findLastIndex((other, before) => before < index && other.depth === depth - 1),
  );
  const kidsOf = (parent: number) => entries.flatMap((_, index) => (parents[index] === parent ? [index] : []));
  const ends = (parent: number) => {
    const kids = kidsOf(parent);
    const [first, last] = [kids[0], kids.at(-1)];
    return first === undefined || last === undefined
      ? ""
      : `/First ${numbers[first]} 0 R /Last ${numbers[last]} 0 R /Count ${kids.length}`;
  };
  for (const [index, { title, leads }] of entries.entries()) {
    const siblings = kidsOf(parents[index] ?? -1);
    const at = siblings.indexOf(index);
    const [previous, next] = [siblings[at - 1], siblings[at + 1]];
    draft.set(
      numbers[index] ?? 0,
      `<< /Title (${title}) /Parent ${numbers[parents[index] ?? -1] ?? root} 0 R ${leads} ${ends(index)} ` +
        `${previous === undefined ? "" : `/Prev ${numbers[previous]} 0 R`} ${next === undefined ? "" : `/Next ${numbers[next]} 0 R`} >>`,
    );
  }
  draft.set(root, `<< /Type /Outlines ${ends(-1)} >>`);
  return root;
}

function addStructure({ variant, draft, pages }: Plan, firstLink: number) {
  const [root, whole, section] = [draft.reserve(), draft.reserve(), draft.reserve()];
  const marked = pages.flatMap((page, index) => [0, 1].map((mcid) => ({ page, index, mcid })));
  const paragraphs = marked.map(({ page, mcid }, index) =>
    draft.add(`<< /Type /StructElem /S /Para /P ${section} 0 R /Pg ${page} 0 R /K ${mcid} /C /Wide /ID (e${index}) >>`),
  );
  const link = draft.add(
    `<< /Type /StructElem /S /Link /P ${section} 0 R /K << /Type /OBJR /Obj ${firstLink} 0 R /Pg ${pages[0]} 0 R >> >>`,
  );
  const kids = [...paragraphs, link].map((element) => `${element} 0 R`).join(" ");
  draft.set(whole, `<< /Type /StructElem /S /Document /P ${root} 0 R /K ${section} 0 R >>`);
  draft.set(section, `<< /Type /StructElem /S /Sect /P ${whole} 0 R /K [ ${kids} ] >>`);
  const parents = pages.map((_, page) => `${page} [ ${paragraphs[2 * page]} 0 R ${paragraphs[2 * page + 1]} 0 R ]`);
  const ids = paragraphs.map((element, index) => `(e${index}) ${element} 0 R`);
  draft.set(
    root,
    `<< /Type /StructTreeRoot /K [ ${whole} 0 R ] /ParentTree << /Nums [ ${parents.join(" ")} ${PAGES} ${link} 0 R ] >> ` +
      `/ParentTreeNextKey ${PAGES + 1} /RoleMap << /Para /${variant.role} >> /IDTree << /Names [ ${ids.join(" ")} ] >> ` +
      `/ClassMap << /Wide << /O /Layout /SpaceBefore ${variant.spaceBefore} >> >> >>`,
  );
  return {
    entries: `/StructTreeRoot ${root} 0 R`,
    elements: marked.map(({ index, mcid }) => {
      const { role, spaceBefore } = variant;
      return { role, spaceBefore, text: textOf(variant, index, mcid) };
    }),
    markedContents: marked.map(({ index, mcid }) => ({ page: variant.widthPt + index, mcid })),
  };
}

function addLayers({ variant, draft }: Plan) {
  const groups = ["Notes", "Drafts"].map((name) => draft.add(`<< /Type /OCG /Name (${name}) >>`));
  const [notes = "", drafts = ""] = groups.map((group) => `${group} 0 R`);
  const { configuration, notesVisible } = variant.layers;
  const pagesOf = (group: number) =>
    range(PAGES).flatMap((page) => (page % 2 === group ? [variant.widthPt + page] : []));
  return {
    entries:
      `/OCProperties << /OCGs [ ${notes} ${drafts} ] ` +
      `/D << /Order [ ${notes} ${drafts} ] ${configuration(notes, drafts)} >> >>`,
    groups,
    facts: [notesVisible, !notesVisible].map((isVisible, group) => ({ pages: pagesOf(group), isVisible })),
  };
}

function addAttachments({ variant, draft }: Plan) {
  const contents = ["data.csv", "notes.txt"].map((name) => `${name} of ${variant.key}`);
  const entries = ["data.csv", "notes.txt"].map((name, index) => {
    const file = draft.stream("/Type /EmbeddedFile", contents[index] ?? "");
    return `(${name}) ${draft.add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`)} 0 R`;
  });
  return { names: `/EmbeddedFiles << /Names [ ${entries.join(" ")} ] >>`, contents };
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
