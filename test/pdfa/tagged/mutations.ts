import { Dict } from "@quire/cos";
import type { Dice } from "../../fuzz/dice.ts";
import {
  attributesOf,
  isAbove,
  isReference,
  kidsOf,
  type MutableElement,
  name,
  type TaggedFile,
  text,
} from "./tagged-file.ts";

/** Changes a document; returns false where it has nothing of the kind. */
type Mutation = (file: TaggedFile, dice: Dice) => boolean;

const TYPES = (
  "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 L LI Lbl LBody Table TR TH TD " +
  "THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form " +
  "DocumentFragment Aside Title FENote Sub Em Strong Artifact H7 Custom"
).split(" ");
const CELLS = /^T[HD]$/u;
const TEXTS = ["text", "", "\u{e000}"];
const LANGUAGES = ["en", "", "en-US", "no language", "x_y"];
const ANNOTATIONS =
  "Text Link Widget Stamp Ink Popup Sound Movie Screen TrapNet PrinterMark Watermark 3D RichMedia FileAttachment Redact".split(
    " ",
  );

/** Makes a mutation of one of these dictionaries. */
const one =
  (among: (file: TaggedFile) => readonly Dict[], change: (dict: Dict, dice: Dice) => void): Mutation =>
  (file, dice) => {
    const dicts = among(file);
    if (dicts.length === 0) {
      return false;
    }
    change(dice.pick(dicts), dice);
    return true;
  };

/** Makes a mutation of one element that other objects can refer to. */
const oneElement =
  (change: (element: MutableElement, file: TaggedFile, dice: Dice) => boolean): Mutation =>
  (file, dice) => {
    const elements = file.elements.filter(({ raw }) => isReference(raw));
    return elements.length > 0 && change(dice.pick(elements), file, dice);
  };

const elements = (file: TaggedFile): readonly Dict[] => file.elements.map(({ dict }) => dict);
const catalog = (file: TaggedFile): readonly Dict[] => [file.catalog];
const entryOf =
  (key: string) =>
  (file: TaggedFile): readonly Dict[] => {
    const dict = file.catalog.dict(key);
    return dict === undefined ? [] : [dict];
  };

/** Removes one of these keys, where the dictionary has one. */
const removing =
  (keys: string) =>
  (dict: Dict, dice: Dice): void => {
    const present = keys.split(" ").filter((key) => dict.has(key));
    dict.delete(present.length === 0 ? "" : dice.pick(present));
  };

const attribute =
  (owner: string, keys: readonly string[], value: (dice: Dice) => Parameters<Dict["set"]>[1]) =>
  (dict: Dict, dice: Dice): void =>
    void attributesOf(dict, owner).set(dice.pick(keys), value(dice));

/** Makes an element like another one, in its namespace and under that. */
function elementLike({ dict, raw }: MutableElement, type: string): Dict {
  const made = new Dict([
    ["Type", name("StructElem")],
    ["S", name(type)],
    ["P", raw],
  ]);
  const namespace = dict.raw("NS");
  return namespace === undefined ? made : made.set("NS", namespace);
}

/** Changes one match of a pattern in the contents of a page. */
const content =
  (pattern: RegExp, changed: (match: string, dice: Dice) => string): Mutation =>
  (file, dice) =>
    file.pages.length > 0 &&
    file.change(dice.pick(file.pages), "Contents", (before) => {
      const matches = [...before.matchAll(pattern)];
      if (matches.length === 0) {
        return before;
      }
      const { 0: match, index } = dice.pick(matches);
      return before.slice(0, index) + changed(match, dice) + before.slice(index + match.length);
    });

const MARKED = /\/\w+\s*(?:<<[^>]*>>|\/\w+)?\s*B(?:DC|MC)\b/gu;

/** The changes of tagged documents, by kind. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  type: one(elements, (dict, dice) => void dict.set("S", name(dice.pick(TYPES)))),
  "structured-type": one(
    (file) => file.of(/^(?:T|L|H|Fig|Form|Note|FEN)/u),
    (dict, dice) => void dict.set("S", name(dice.pick(TYPES))),
  ),
  "element-entry": one(elements, removing("Alt ActualText Lang ID A K Pg E NS Ref C S")),
  "element-text": one(
    elements,
    (dict, dice) => void dict.set(dice.pick(["Alt", "ActualText", "E"]), text(dice.pick(TEXTS))),
  ),
  "element-language": one(elements, (dict, dice) => void dict.set("Lang", text(dice.pick(LANGUAGES)))),
  "kid-removed": oneElement(({ parent, raw }) => kidsOf(parent).splice(kidsOf(parent).indexOf(raw), 1).length > 0),
  "kid-moved": oneElement(({ dict, parent, raw }, file, dice) => {
    const target = dice.pick(file.elements);
    if (!isReference(target.raw) || isAbove(dict, target.dict)) {
      return false;
    }
    kidsOf(parent).splice(kidsOf(parent).indexOf(raw), 1);
    kidsOf(target.dict).push(raw);
    dict.set("P", target.raw);
    return true;
  }),
  "other-parent": oneElement(({ dict }, file, dice) => {
    const target = dice.pick(file.elements);
    const isSound = isReference(target.raw) && !isAbove(dict, target.dict);
    dict.set("P", isSound ? target.raw : (dict.raw("P") ?? null));
    return isSound;
  }),
  wrapped: oneElement((element, file, dice) => {
    const kids = kidsOf(element.parent);
    const around = elementLike(element, dice.pick(TYPES)).set("P", element.dict.raw("P") ?? null);
    const ref = file.made.add(around.set("K", [element.raw]));
    kids[kids.indexOf(element.raw)] = ref;
    element.dict.set("P", ref);
    return true;
  }),
  inserted: oneElement((element, file, dice) => {
    const kids = kidsOf(element.dict);
    kids.splice(dice.below(kids.length + 1), 0, file.made.add(elementLike(element, dice.pick(TYPES))));
    return true;
  }),
  "own-content": one(elements, (dict, dice) => void kidsOf(dict).push(dice.below(5))),
  span: one(
    (file) => file.of(CELLS),
    attribute("Table", ["ColSpan", "RowSpan"], (dice) => 1 + dice.below(3)),
  ),
  scope: one(
    (file) => file.of(CELLS),
    attribute("Table", ["Scope"], (dice) => name(dice.pick(["Row", "Column", "None"]))),
  ),
  headers: one(
    (file) => file.of(CELLS),
    attribute("Table", ["Headers"], (dice) => [text(dice.pick(["h1", "unknown"]))]),
  ),
  "no-scope": one(
    (file) => file.of(/^TH$/u),
    (dict) => dict.delete("A"),
  ),
  "cell-type": one(
    (file) => file.of(CELLS),
    (dict) => void dict.set("S", name(dict.name("S") === "TH" ? "TD" : "TH")),
  ),
  numbering: one(
    (file) => file.of(/^L$/u),
    attribute("List", ["ListNumbering"], (dice) => name(dice.pick(["None", "Disc"]))),
  ),
  role: one(entryOf("StructTreeRoot"), (root, dice) => {
    const roles = root.dict("RoleMap") ?? new Dict();
    root.set("RoleMap", roles.set(dice.pick(TYPES), name(dice.pick(TYPES))));
  }),
  namespace: one(
    (file) => file.of(/./u).flatMap((dict) => dict.dict("NS") ?? []),
    (namespace, dice) => void namespace.set("NS", text(dice.pick(["http://iso.org/pdf/ssn", "http://example.org/"]))),
  ),
  "annotation-entry": one((file) => file.annotations, removing("Contents StructParent TU T F Subtype A Dest RC Rect")),
  "annotation-type": one(
    (file) => file.annotations,
    (dict, dice) => void dict.set("Subtype", name(dice.pick(ANNOTATIONS))),
  ),
  "annotation-flags": one(
    (file) => file.annotations,
    (dict, dice) => void dict.set("F", dice.pick([1, 2, 4, 32, 288])),
  ),
  "annotation-element": one(
    (file) => file.annotations,
    (dict, dice) => void dict.set("StructParent", dice.below(6)),
  ),
  tabs: one(
    ({ pages }) => pages,
    (page, dice) => void page.set("Tabs", name(dice.pick(["R", "C", "S", "A", "W"]))),
  ),
  "catalog-entry": one(catalog, removing("Lang MarkInfo ViewerPreferences Metadata StructTreeRoot OCProperties")),
  "catalog-language": one(catalog, (dict, dice) => void dict.set("Lang", text(dice.pick(LANGUAGES)))),
  mark: one(entryOf("MarkInfo"), (dict, dice) => void dict.set(dice.pick(["Suspects", "Marked"]), dice.chance(0.5))),
  layers: one(catalog, (dict, dice) => {
    const configuration = new Dict(dice.chance(0.5) ? [] : [["Name", text(dice.pick(TEXTS))]]);
    dict.set(
      "OCProperties",
      new Dict([
        ["OCGs", []],
        ["D", configuration],
        ["Configs", dice.chance(0.5) ? [] : [new Dict()]],
      ]),
    );
  }),
  "parent-tree": (file, dice) => {
    const numbers = file.root?.dict("ParentTree")?.array("Nums") ?? [];
    if (numbers.length < 2 || file.elements.length === 0) {
      return false;
    }
    numbers[1 + 2 * dice.below(Math.floor(numbers.length / 2))] = dice.pick(file.elements).raw;
    return true;
  },
  "marked-tag": content(/\/\w+(?=\s*(?:<<[^>]*>>|\/\w+)?\s*B(?:DC|MC)\b)/gu, (_, dice) =>
    dice.pick(["/Artifact", "/Span", "/P"]),
  ),
  mcid: content(/\/MCID\s+\d+/gu, (_, dice) => `/MCID ${dice.below(8)}`),
  unmarked: content(MARKED, () => "/Span BMC"),
  "nested-artifact": content(MARKED, (match) => `${match} /Artifact BMC 0 0 1 1 re f EMC`),
  "path-outside": content(/^/gu, () => "0 0 9 9 re f "),
  "marked-text": content(
    MARKED,
    (match, dice) => `${match} /Span <</${dice.pick(["Alt", "ActualText", "E", "Lang"])}(a b)>> BDC EMC`,
  ),
  claim: (file, dice) =>
    file.change(file.catalog, "Metadata", (packet) =>
      dice.chance(0.5)
        ? packet.replace(/(pdfuaid:part(?:>|="))\d/u, "$13")
        : packet.replace(/<dc:title>.*?<\/dc:title>/su, ""),
    ),
};
