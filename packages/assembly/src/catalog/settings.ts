import { asDict, CosString, type CosValue, Dict, isName, Name, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import { destinationWithin } from "../navigation/destinations.ts";
import { carryDocumentNames } from "./document-names.ts";
import { joinedExtensions } from "./extensions.ts";
import { wholeDocument } from "./whole-document.ts";

/**
 * Takes over the catalog's entries about the document as a whole (ISO 32000-2, 7.7.2). How it is shown is taken from
 * the first document; scripts that run by themselves, article threads and private data stay only for a single whole
 * document. What depends on signatures, and parts of documents (14.12), is left out.
 */
export function carrySettings(assembly: Assembly): void {
  const { excerpts, catalog } = assembly;
  const [first] = excerpts;
  if (first === undefined) {
    return;
  }
  const whole = wholeDocument(assembly);
  carryDocumentNames(assembly);
  carryView(assembly, first);
  const extensions = joinedExtensions(assembly);
  if (extensions !== undefined) {
    catalog.set("Extensions", extensions);
  }
  for (const key of whole ? OF_ONE_DOCUMENT : []) {
    const value = first.source.document.catalog.raw(key);
    if (value !== undefined) {
      catalog.set(key, value);
    }
  }
  for (const { dict } of excerpts.flatMap(({ pages }) => pages)) {
    assembly.bounds.step();
    for (const key of whole ? ["DPart"] : OF_PAGES_OF_ONE_DOCUMENT) {
      dict.delete(key);
    }
  }
}

const OF_ONE_DOCUMENT = ["AA", "Threads", "Requirements", "SpiderInfo", "PieceInfo"];
/**
 * The entries of pages that hold beads of threads, nodes of document parts, names of templates, and the other
 * separations of the page.
 */
const OF_PAGES_OF_ONE_DOCUMENT = ["B", "DPart", "TemplateInstantiated", "SeparationInfo"];

/** Takes over how the document is read out, and how it is shown when it is opened. */
function carryView(assembly: Assembly, first: Excerpt): void {
  const { catalog } = assembly;
  const { catalog: original } = first.source.document;
  const language = original.get("Lang");
  if (language instanceof CosString && language.bytes.length > 0) {
    catalog.set("Lang", language);
  }
  const layout = original.name("PageLayout");
  if (layout !== undefined && LAYOUTS.has(layout)) {
    catalog.set("PageLayout", new Name(layout));
  }
  const mode = original.name("PageMode");
  if (mode !== undefined && canHaveMode(catalog, mode)) {
    catalog.set("PageMode", new Name(mode));
  }
  const preferences = viewerPreferences(original.dict("ViewerPreferences"), wholeDocument(assembly) !== undefined);
  if (preferences.entries.size > 0) {
    catalog.set("ViewerPreferences", preferences);
  }
  const base = original.dict("URI")?.get("Base");
  if (base instanceof CosString) {
    catalog.set("URI", new Dict([["Base", base]]));
  }
  const open = openAction(assembly, first);
  if (open !== undefined) {
    catalog.set("OpenAction", open);
  }
}

/** The page layouts except for the default, SinglePage. */
const LAYOUTS = new Set(["OneColumn", "TwoColumnLeft", "TwoColumnRight", "TwoPageLeft", "TwoPageRight"]);

/**
 * Returns whether the catalog can have the page mode: a panel is opened only when there is something in it. UseNone is
 * the default and left out.
 */
function canHaveMode(catalog: Dict, mode: string): boolean {
  switch (mode) {
    case "UseOutlines":
      return catalog.has("Outlines");
    case "UseOC":
      return catalog.has("OCProperties");
    case "UseAttachments":
      return catalog.dict("Names")?.has("EmbeddedFiles") === true;
    default:
      return mode === "UseThumbs" || mode === "FullScreen";
  }
}

/**
 * Returns the preferences that are kept. Arrays, of pages to be printed or of preferences to be enforced, apply to one
 * document and stay only for a single whole one.
 */
function viewerPreferences(original: Dict | undefined, isWholeDocument: boolean): Dict {
  const preferences = new Dict();
  for (const key of VIEWER_PREFERENCES) {
    const value = original?.get(key) ?? null;
    if (value instanceof Name || typeof value === "boolean" || typeof value === "number") {
      preferences.set(key, value);
    }
  }
  for (const key of isWholeDocument ? ["PrintPageRange", "Enforce"] : []) {
    const value = original?.array(key);
    if (value !== undefined) {
      preferences.set(key, value);
    }
  }
  return preferences;
}

const VIEWER_PREFERENCES =
  "HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle NonFullScreenPageMode Direction ViewArea ViewClip PrintArea PrintClip PrintScaling Duplex PickTrayByPDFSize NumCopies".split(
    " ",
  );

/**
 * Returns the open action as far as it goes to a page of the first document. Other actions, scripts among them, stay
 * only for a single whole document.
 */
function openAction(assembly: Assembly, first: Excerpt): CosValue | undefined {
  const original = first.source.document.catalog.raw("OpenAction") ?? null;
  const action = asDict(resolve(original));
  if (action === undefined || wholeDocument(assembly) !== undefined) {
    return original === null ? undefined : destinationWithin(first, original);
  }
  const destination = isName(action.get("S"), "GoTo") ? action.raw("D") : undefined;
  const rewritten = destination === undefined ? undefined : destinationWithin(first, destination);
  return rewritten === undefined
    ? undefined
    : new Dict([
        ["S", new Name("GoTo")],
        ["D", rewritten],
      ]);
}
