import { asDict, type CosValue, Dict, Name, Ref, resolve, Stream } from "@quire/cos";
import type { PlainFile } from "./plain-file.ts";

/** What a dictionary is in a document, as far as rules distinguish it. */
export type Role =
  | "catalog"
  | "page"
  | "resources"
  | "information"
  | "output-intent"
  | "icc-profile"
  | "metadata"
  | "composite-font"
  | "cid-font"
  | "simple-font"
  | "type3-font"
  | "font-descriptor"
  | "font-file"
  | "encoding"
  | "cmap"
  | "cid-system-info"
  | "ext-gstate"
  | "halftone"
  | "image"
  | "form"
  | "group"
  | "pattern"
  | "shading"
  | "annotation"
  | "appearance"
  | "action"
  | "additional-actions"
  | "acro-form"
  | "field"
  | "signature"
  | "permissions"
  | "file-specification"
  | "embedded-file"
  | "names"
  | "oc-properties"
  | "oc-configuration"
  | "oc-group"
  | "structure-root"
  | "structure-element"
  | "role-map"
  | "mark-information"
  | "soft-mask"
  | "content"
  | "other";

/** A dictionary of a document, or that of a stream. */
export interface Found {
  readonly role: Role;
  readonly dict: Dict;
  /** The stream whose dictionary it is. */
  readonly stream: Stream | undefined;
}

/** Returns all dictionaries that the trailer leads to, with their roles. */
export function dictionariesOf(file: PlainFile): readonly Found[] {
  const found: Found[] = [];
  const seen = new Set<unknown>();
  const waiting: { value: CosValue; key: string; parent: Dict }[] = [];
  for (const [key, value] of file.trailer.entries) {
    waiting.push({ value, key, parent: file.trailer });
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { key, parent } = next;
    const value = next.value instanceof Ref ? (file.objects.get(next.value.number) ?? null) : next.value;
    if (typeof value !== "object" || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    if (Array.isArray(value)) {
      waiting.push(...value.map((element) => ({ value: element, key, parent })));
      continue;
    }
    const dict = value instanceof Ref ? undefined : asDict(value);
    if (dict === undefined) {
      continue;
    }
    const stream = value instanceof Stream ? value : undefined;
    found.push({ role: roleOf(dict, stream, { key, parent }), dict, stream });
    waiting.push(...[...dict.entries].map(([inner, one]) => ({ value: one, key: inner, parent: dict })));
  }
  return found;
}

function roleOf(dict: Dict, stream: Stream | undefined, { key, parent }: { key: string; parent: Dict }): Role {
  const type = nameAt(dict, "Type");
  const subtype = nameAt(dict, "Subtype");
  if (type === "Font" || (dict.entries.has("BaseFont") && dict.entries.has("Subtype"))) {
    return subtype === "Type0"
      ? "composite-font"
      : subtype?.startsWith("CIDFont")
        ? "cid-font"
        : subtype === "Type3"
          ? "type3-font"
          : "simple-font";
  }
  if (stream !== undefined) {
    return streamRole(dict, { type, subtype, key });
  }
  if (type === "Annot" || (subtype !== undefined && dict.entries.has("Rect"))) {
    return "annotation";
  }
  return BY_TYPE[type ?? ""] ?? BY_KEY[key] ?? byEntries(dict, nameAt(parent, "Type"));
}

function streamRole(
  dict: Dict,
  { type, subtype, key }: { type: string | undefined; subtype: string | undefined; key: string },
): Role {
  if (key.startsWith("FontFile")) {
    return "font-file";
  }
  if (key === "Contents") {
    return "content";
  }
  return subtype === "Image"
    ? "image"
    : subtype === "Form"
      ? "form"
      : (BY_STREAM[type ?? ""] ??
        BY_STREAM[key] ??
        (dict.entries.has("N") ? "icc-profile" : dict.entries.has("PatternType") ? "pattern" : "other"));
}

const nameAt = (dict: Dict, key: string): string | undefined => {
  const value = resolve(dict.raw(key));
  return value instanceof Name ? value.value : undefined;
};

const BY_STREAM: Readonly<Record<string, Role>> = {
  Metadata: "metadata",
  CMap: "cmap",
  ToUnicode: "cmap",
  DestOutputProfile: "icc-profile",
  EmbeddedFile: "embedded-file",
  CharProcs: "content",
};

const BY_TYPE: Readonly<Record<string, Role>> = {
  Catalog: "catalog",
  Page: "page",
  OutputIntent: "output-intent",
  FontDescriptor: "font-descriptor",
  Encoding: "encoding",
  ExtGState: "ext-gstate",
  Halftone: "halftone",
  Action: "action",
  Sig: "signature",
  Filespec: "file-specification",
  OCG: "oc-group",
  StructTreeRoot: "structure-root",
  StructElem: "structure-element",
  Mask: "soft-mask",
  Group: "group",
};

const BY_KEY: Readonly<Record<string, Role>> = {
  Root: "catalog",
  Info: "information",
  Resources: "resources",
  CIDSystemInfo: "cid-system-info",
  Group: "group",
  AP: "appearance",
  A: "action",
  OpenAction: "action",
  AA: "additional-actions",
  AcroForm: "acro-form",
  Perms: "permissions",
  Names: "names",
  OCProperties: "oc-properties",
  D: "oc-configuration",
  Configs: "oc-configuration",
  OCGs: "oc-group",
  RoleMap: "role-map",
  MarkInfo: "mark-information",
  SMask: "soft-mask",
  Fields: "field",
  HT: "halftone",
  Shading: "shading",
  Pattern: "pattern",
  ExtGState: "other",
  OutputIntents: "output-intent",
  EF: "other",
  StructTreeRoot: "structure-root",
};

const byEntries = (dict: Dict, parentType: string | undefined): Role =>
  dict.entries.has("HalftoneType")
    ? "halftone"
    : dict.entries.has("Differences")
      ? "encoding"
      : dict.entries.has("EF")
        ? "file-specification"
        : dict.entries.has("S") && dict.entries.has("P") && parentType !== "Action"
          ? "structure-element"
          : dict.entries.has("CA") || dict.entries.has("ca") || dict.entries.has("BM")
            ? "ext-gstate"
            : dict.entries.has("FT")
              ? "field"
              : dict.entries.has("ShadingType")
                ? "shading"
                : "other";
