import { Dict, resolve } from "@quire/cos";
import { fileSpecificationPart } from "../../document/file-specifications.ts";
import { documentWalk } from "../../document/walk.ts";
import { objectWalk } from "../../file/object-walk.ts";
import { isStructureDestination, navigationWalk } from "../../structure/navigation-walk.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { dynamicRender } from "./dynamic-render.ts";
import { privateUseInString } from "./private-use.ts";

const NO_LANGUAGE = "no Lang in the catalog";

const CATALOG_RULES: readonly AnyRule[] = [
  rule({
    key: "no-suspects",
    on: "catalog",
    ids: { ua1: "7.1-4" },
    requirement: "The tags are not marked as suspect: Suspects of MarkInfo is false or absent.",
    message: "The document says that its tags may be wrong",
    hint: "Check the tags, and remove Suspects from MarkInfo: text recognition sets it where it was not sure of the reading order.",
    fix: "author",
    test: (catalog) => catalog.dict("MarkInfo")?.boolean("Suspects") !== true || { broken: "Suspects true" },
  }),
  rule({
    key: "title-displayed",
    on: "catalog",
    ids: { ua1: "7.1-10", ua2: "8.11.2-1", wt1r: null },
    requirement: "Readers show the document's title and not the name of its file: DisplayDocTitle is true.",
    message: "Readers are not asked to show the document's title in the window",
    hint: "Set DisplayDocTitle to true in ViewerPreferences of the catalog: LibreOffice, export ▸ User Interface ▸ Display document title; Acrobat, Properties ▸ Initial View ▸ Show: Document Title; hyperref, pdfdisplaydoctitle=true.",
    fix: "dictionary",
    test: (catalog) =>
      catalog.dict("ViewerPreferences")?.boolean("DisplayDocTitle") === true || {
        broken: "DisplayDocTitle is not true",
      },
  }),
  rule({
    key: "document-language",
    on: "catalog",
    ids: { ua2: "8.4.4-1" },
    requirement: "The catalog has the document's language in Lang.",
    message: "The document has no language",
    hint: 'Set Lang in the catalog to the language of most of the text, such as en-GB: in Word, Review ▸ Language; in Acrobat, Properties ▸ Advanced ▸ Language; in HTML that is printed, <html lang="en-GB">.',
    fix: "author",
    test: (catalog) => catalog.bytes("Lang") !== undefined || { broken: NO_LANGUAGE },
  }),
  rule({
    key: "dynamic-form",
    on: "interactive-form",
    ids: { ua1: "7.15-1" },
    requirement: "There is no dynamic XFA form.",
    message: "The document has a dynamic XFA form",
    hint: "Save the form as a static one (in Designer, Static PDF Form), or remove XFA and keep its fields.",
    fix: "author",
    test: (form, { bounds }) => dynamicRender(form, bounds) !== "required" || { broken: "dynamicRender required" },
  }),
  rule({
    key: "encryption-accessibility",
    on: "catalog",
    ids: { ua1: "7.16-1" },
    requirement: "An encrypted document permits the extraction of text for accessibility: bit 10 of P is set.",
    message: "The encryption does not permit assistive technology to read the text",
    hint: "Protect the document again with the permission for accessibility: in Acrobat, Enable text access for screen reader devices; with qpdf, leave --accessibility=n out.",
    fix: "rewrite",
    test(_, { document }) {
      const permissions = document.trailer.dict("Encrypt")?.integer("P");
      const isPermitted = permissions !== undefined && (permissions & 512) !== 0;
      return !document.trailer.has("Encrypt") || isPermitted || { broken: `P ${permissions ?? "missing"}` };
    },
  }),
  rule({
    key: "tab-order",
    on: "page",
    ids: { ua1: "7.18.3-1", ua2: "8.9.3.3-1" },
    requirement:
      "A page with annotations has the order in which they are reached in Tabs: S, for that of the structure; from " +
      "PDF/UA-2 on also A or W.",
    message: "A page with annotations does not say in which order they are reached",
    hint: "Set Tabs of the page to S: in Acrobat, Page Properties ▸ Tab Order ▸ Use Document Structure, for all pages at once.",
    fix: "dictionary",
    test({ dict }, { part }) {
      const hasAnnotations = (dict.array("Annots") ?? []).some((raw) => resolve(raw) instanceof Dict);
      const tabs = dict.name("Tabs") ?? "";
      const isKept = tabs === "S" || (part === 4 && (tabs === "A" || tabs === "W"));
      return !hasAnnotations || isKept || { broken: tabs === "" ? "no Tabs" : `Tabs ${tabs}` };
    },
  }),
  rule({
    key: "language-identifier",
    on: "language",
    ids: { ua1: "7.2-29", ua2: "8.4.4-2" },
    requirement: "The values of Lang are language tags, such as en-GB.",
    message: "The value of Lang is not a language tag",
    hint: "Put a language tag of RFC 3066 in Lang: letters, and digits after the first hyphen, such as en or es-419, not a name such as English.",
    fix: "author",
    test: (language) =>
      /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u.test(language) || { broken: JSON.stringify(language.slice(0, 40)) },
  }),
  rule({
    key: "optional-content-names",
    on: "optional-content-configuration",
    ids: { ua2: "8.7-1", wt1r: null },
    requirement: "Where there are several optional content configurations, all of them have a name.",
    message: "An optional content configuration has no name, though there are several",
    hint: "Add a Name that tells people what it shows to each configuration of the layers, D and each of Configs in OCProperties.",
    fix: "dictionary",
    test({ name }, { document }) {
      const others = document.catalog.dict("OCProperties")?.array("Configs") ?? [];
      return (name ?? "") !== "" || others.length === 0 || { broken: name === undefined ? "no Name" : "empty Name" };
    },
  }),
];

const FILE_RULES: readonly AnyRule[] = [
  rule({
    key: "attached-file-names",
    on: "file-specification",
    ids: { ua1: "7.11-1" },
    requirement: "File specifications of embedded files have a name in F and in UF.",
    message: "The file specification of an embedded file has no name in F or UF",
    hint: "Set both F and UF of the file specification to the name of the file: remove the attachment and attach it again with qpdf --add-attachment or an editor.",
    fix: "dictionary",
    test({ dict }) {
      if (!dict.has("EF")) {
        return true;
      }
      const missing = ["F", "UF"].filter((key) => (dict.bytes(key)?.length ?? 0) === 0);
      return missing.length === 0 || { broken: `no ${missing.join(", ")}` };
    },
  }),
  rule({
    key: "attached-file-description",
    on: "listed-file",
    ids: { ua2: "8.14.1-1" },
    requirement: "The files in the catalog's list of embedded files have a description in Desc.",
    message: "An embedded file has no description",
    hint: 'Say in Desc of the file specification what the file is: in Acrobat, Attachments ▸ Edit Description; with qpdf, --add-attachment FILE --description="…" --.',
    fix: "author",
    test: (specification) => specification.has("Desc") || { broken: "no Desc" },
  }),
];

const NAVIGATION_RULES: readonly AnyRule[] = [
  rule({
    key: "outline-language",
    on: "outline-item",
    ids: { ua1: "7.2-2" },
    requirement: "The language of the bookmarks is known: the catalog has Lang.",
    message: "The language of a bookmark is not known",
    hint: 'Set Lang in the catalog to the language of the bookmarks\' titles, such as en-GB: in Acrobat, Properties ▸ Advanced ▸ Language; in HTML that is printed, <html lang="en-GB">.',
    fix: "author",
    test: (_, { document }) => document.catalog.bytes("Lang") !== undefined || { broken: NO_LANGUAGE },
  }),
  rule({
    key: "outline-private-use",
    on: "outline-item",
    ids: { ua2: "8.6-1" },
    requirement: "Text for people has no characters of a private use area of Unicode.",
    message: "The title of a bookmark has private-use characters",
    hint: "Write the title of the bookmark with characters that have a meaning everywhere: symbols of icon fonts in headings are the cause.",
    fix: "author",
    test(item) {
      const title = item.bytes("Title");
      const found = title && privateUseInString(title);
      return found === undefined || { broken: found };
    },
  }),
  rule({
    key: "structure-destination",
    on: "destination",
    ids: { ua2: "8.8-1" },
    requirement: "Destinations in the document are structure elements.",
    message: "A destination is a place on a page, not a structure element",
    hint: "Let the destination begin with the structure element, or name one that has SD: exports as PDF 2.0 and PDF/UA-2 write such ones.",
    fix: "rewrite",
    test: (destination, validation) =>
      isStructureDestination(destination, validation) || { broken: "a destination without a structure element" },
  }),
  rule({
    key: "structure-destination-action",
    on: "action",
    ids: { ua2: "8.8-2" },
    requirement: "Actions that go to a place in the document have a structure element as the destination.",
    message: "An action goes to a place on a page, not to a structure element",
    hint: "Add SD to the action, with the structure element that it goes to: exports as PDF 2.0 and PDF/UA-2 do.",
    fix: "rewrite",
    test(action, validation) {
      const isMeant = action.name("S") === "GoTo";
      const destination = action.get("D");
      const isNamed = !Array.isArray(destination) && isStructureDestination(destination, validation);
      return !isMeant || action.has("SD") || isNamed || { broken: "no SD" };
    },
  }),
];

const clipOf = (action: Dict): Dict | undefined => {
  const rendition = action.name("S") === "Rendition" ? action.dict("R") : undefined;
  const clip = rendition?.get("C");
  return clip instanceof Dict ? clip : undefined;
};

const MEDIA_RULES: readonly AnyRule[] = [
  rule({
    key: "media-clip-type",
    on: "action",
    ids: { ua1: "7.18.6.2-1" },
    requirement: "Media clips have their media type in CT.",
    message: "A media clip has no media type",
    hint: "Set CT of the media clip to its media type, such as video/mp4.",
    fix: "dictionary",
    test(action) {
      const clip = clipOf(action);
      return clip === undefined || clip.bytes("CT") !== undefined || { broken: "no CT" };
    },
  }),
  rule({
    key: "media-clip-alternative",
    on: "action",
    ids: { ua1: "7.18.6.2-2" },
    requirement: "Media clips have alternative texts in Alt: pairs of a language and a text.",
    message: "A media clip has no alternative text",
    hint: "Set Alt of the media clip to an array of a language, or an empty string, and the text that says what is heard or seen.",
    fix: "author",
    test(action) {
      const clip = clipOf(action);
      return clip === undefined || hasAlternatives(clip) || { broken: clip.has("Alt") ? "Alt" : "no Alt" };
    },
  }),
];

function hasAlternatives(clip: Dict): boolean {
  const alternatives = clip.array("Alt");
  if (alternatives === undefined || alternatives.length % 2 !== 0) {
    return false;
  }
  const texts = new Dict(alternatives.map((value, index) => [String(index), value]));
  return alternatives.every((_, index) => {
    const text = texts.bytes(String(index));
    return text !== undefined && (index % 2 === 0 || text.length > 0);
  });
}

/** The rules on the catalog, pages, files and navigation: ISO 14289-1, 7.1, 7.10, 7.11, 7.15, 7.16, 7.18; -2, 8. */
export const accessibleDocument: RuleGroup = {
  name: "accessible-document",
  rules: [...CATALOG_RULES, ...FILE_RULES, ...NAVIGATION_RULES, ...MEDIA_RULES],
  begin(validation) {
    const parts = [documentWalk(validation), objectWalk(validation), navigationWalk(validation)];
    return {
      ...fileSpecificationPart(validation),
      walk(emit) {
        for (const part of parts) {
          part.walk?.(emit);
        }
      },
    };
  },
};
