import { dirname } from "node:path";
import { fallbackFamilies, InstalledFonts } from "@quire/typeset/fonts";
import { serviceFontFiles } from "../../fonts/service-fonts.ts";

/*
 * Chromium finds fonts by fontconfig, which the machine configures: which directories there are, what stands for Arial,
 * which font is asked first for a character that a family lacks. The browser is given the service's own configuration in
 * its place (fonts-conf(5)).
 */

/** The fonts of a browser. */
export interface BrowserFonts {
  /** A configuration for fontconfig. */
  readonly configuration: string;
  /** The operator's folder, which the browser has to see as well. */
  readonly folder: string | undefined;
}

/** Makes the configuration of the fonts that there are now, those of `folder` among them. Reads the names of all. */
export function browserFonts(folder: string | undefined): BrowserFonts {
  const files = serviceFontFiles(folder);
  const directories = [...new Set(files.map((path) => dirname(path)))];
  const fonts = InstalledFonts.of(files);
  return {
    folder,
    configuration: [
      '<?xml version="1.0"?>',
      '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
      "<fontconfig>",
      ...directories.map((path) => element("dir", path)),
      // Nothing is kept for the next browser: reading the fonts takes a tenth of a second.
      '<cachedir prefix="xdg">fontconfig</cachedir>',
      "<config><rescan><int>0</int></rescan></config>",
      ...selection(files, directories),
      ...STAND_INS.flatMap((standIn) => standInRules(fonts, standIn)),
      fallbackRule(),
      ...LANGUAGES.map(languageRule),
      rendering(),
      "</fontconfig>",
      "",
    ].join("\n"),
  };
}

/**
 * Returns the rules that select these files and no others of their directories. The signs `*` and `?` in a path stand
 * for themselves among others.
 */
function selection(files: readonly string[], directories: readonly string[]): string[] {
  const rejected = directories.map((path) => element("glob", `${path}/*`));
  const accepted = [...directories, ...files].map((path) => element("glob", path));
  return [
    "<selectfont>",
    "<rejectfont>",
    ...rejected,
    "</rejectfont>",
    "<acceptfont>",
    ...accepted,
    "</acceptfont>",
    "</selectfont>",
  ];
}

/** Names that documents have for fonts, and the families that stand for them, best first. */
interface StandIn {
  readonly names: readonly string[];
  readonly families: readonly string[];
}

const MONOSPACE = ["Noto Sans Mono", "Noto Sans Mono CJK SC"];

/** Those of the Liberation and Croscore fonts have the measures of the fonts that they stand for. */
const STAND_INS: readonly StandIn[] = [
  { names: ["sans-serif", "sans", "system-ui", "ui-sans-serif"], families: ["Noto Sans"] },
  { names: ["serif", "ui-serif"], families: ["Noto Serif"] },
  { names: ["monospace", "ui-monospace"], families: MONOSPACE },
  { names: ["Arial", "Helvetica"], families: ["Liberation Sans", "Arimo", "Noto Sans"] },
  { names: ["Times New Roman", "Times"], families: ["Liberation Serif", "Tinos", "Noto Serif"] },
  { names: ["Courier New", "Courier"], families: ["Liberation Mono", "Cousine", ...MONOSPACE] },
  { names: ["math", "Latin Modern Math"], families: ["Noto Sans Math"] },
];

/**
 * Returns the rules that replace a name by what stands for it, unless the family itself is installed: Chromium takes
 * what fontconfig finds only where it has the name that the rules have put first.
 */
function standInRules(fonts: InstalledFonts, { names, families }: StandIn): string[] {
  const found = families.find((family) => fonts.hasFamily(family));
  const missing = names.filter((name) => !fonts.hasFamily(name));
  return found === undefined
    ? []
    : missing.map((name) => rule([`<test name="family">${string(name)}</test>`, familyEdit("assign", [found])]));
}

/**
 * Returns the rule that names the families in which a character is looked for, in this order, that the document's own
 * family lacks, whatever language it is in.
 */
function fallbackRule(): string {
  return rule([familyEdit("append_last", fallbackFamilies())]);
}

/** A part of the language's tag, and the family that comes first then: Han characters differ by language. */
const LANGUAGES: readonly (readonly [part: string, family: string])[] = [
  ["ja", "Noto Sans CJK JP"],
  ["ko", "Noto Sans CJK KR"],
  ["zh-TW", "Noto Sans CJK TC"],
  ["zh-Hant", "Noto Sans CJK TC"],
  ["zh-HK", "Noto Sans CJK HK"],
  ["zh-MO", "Noto Sans CJK HK"],
  // Chromium's for emoji that are to be in colour.
  ["und-Zsye", "Noto Color Emoji"],
];

function languageRule([part, family]: (typeof LANGUAGES)[number]): string {
  return rule([`<test name="lang" compare="contains">${string(part)}</test>`, familyEdit("prepend", [family])]);
}

/** Outlines as they are: hints and the order of a screen's colours are for screens. */
function rendering(): string {
  const edits = [
    ...["antialias", "embeddedbitmap"].map((name) => edit(name, "<bool>true</bool>")),
    ...["hinting", "autohint"].map((name) => edit(name, "<bool>false</bool>")),
    edit("hintstyle", "<const>hintnone</const>"),
    edit("rgba", "<const>none</const>"),
    edit("lcdfilter", "<const>lcdnone</const>"),
  ];
  return `<match target="font">${edits.join("")}</match>`;
}

function rule(parts: readonly string[]): string {
  return `<match target="pattern">${parts.join("")}</match>`;
}

function familyEdit(mode: "assign" | "prepend" | "append_last", families: readonly string[]): string {
  return `<edit name="family" mode="${mode}" binding="strong">${families.map(string).join("")}</edit>`;
}

function edit(name: string, value: string): string {
  return `<edit name="${name}" mode="assign">${value}</edit>`;
}

function string(text: string): string {
  return element("string", text);
}

function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
