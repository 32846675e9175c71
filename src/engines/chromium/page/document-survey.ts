import { z } from "zod";
import type { PrintedHeading } from "../../printed/port.ts";
import { PICTURE_MARK } from "../../printed/picture-mark.ts";
import type { PrintJob } from "../port.ts";
import { figureRoomScript } from "./figure-room.ts";

/*
 * What the printed PDF does not show of a document, looked up in it just before it is printed: the texts and levels of its
 * headings, which pictures have no alternative text, and in which languages words are divided.
 */

const MAX_HEADINGS = 20_000;
/** The greatest length of one text, and of all together, in UTF-16 units. */
const MAX_TEXT = 1000;
const MAX_TEXTS = 1_000_000;
/** The greatest length of a language tag, and the greatest number of them. */
const MAX_TAG = 40;
const MAX_LANGUAGES = 50;

/** Returns whether a survey of the document can find, or change, anything. */
export const isWorthSurveying = (html: string, job: PrintJob): boolean =>
  NOTABLE.test(html) || dividesWords(html, job) || showsTitle(job);

const NOTABLE = /<(?:h[1-6]|img|svg|canvas)\b|heading/i;

const hasPictures = (html: string | undefined): boolean => html === undefined || /<img\b|class="diagram"/.test(html);

const dividesWords = (html: string, { css }: PrintJob): boolean => /hyphens/i.test(html) || /hyphens/i.test(css);

/**
 * Returns script that makes the document ready for the print, and gives what `surveyIn` reads: a picture that could not
 * be loaded gives way to its alternative text; one that has none is marked with its tag, which the post-processor takes
 * for a missing text again; the document is called what its headers and footers are to call it.
 * @param html the document with its style sheets, where it has no others
 */
export function surveyScript(job: PrintJob, html?: string): string {
  const steps = [
    // Before alternative texts become part of the headings' own texts.
    `const headings = ${job.hasOutline ? LIST_HEADINGS : "[]"};`,
    ...(showsTitle(job) ? [titleStep(job)] : []),
    REPLACE_MISSING,
    ...(job.isTagged ? [MARK_PICTURES] : []),
    ...(job.fitsFigures && hasPictures(html) ? [figureRoomScript(job.paper)] : []),
    `return { headings, languages: ${html === undefined || dividesWords(html, job) ? LIST_LANGUAGES : "[]"} };`,
  ];
  // Elements can have the names of what the document itself has: such a document is printed as it is.
  return `(() => { try { ${steps.join("\n")} } catch { return undefined; } })()`;
}

const showsTitle = ({ paper }: PrintJob): boolean =>
  /\btitle\b/.test(`${paper.headerHtml ?? ""}${paper.footerHtml ?? ""}`);

/** Headers and footers show the title that the result has: the given one, the document's own, or the first heading. */
const titleStep = ({ title }: PrintJob): string =>
  title === undefined
    ? 'if (document.title === "") { document.title = headings[0]?.[1] ?? ""; }'
    : `document.title = ${JSON.stringify(title)};`;

const surveyed = z.object({
  headings: z
    .array(
      z.union([
        z.tuple([z.int().min(1), z.string().max(MAX_TEXT)]),
        z.tuple([z.int().min(1), z.string().max(MAX_TEXT), z.string().max(MAX_TEXT)]),
      ]),
    )
    .max(MAX_HEADINGS),
  languages: z.array(z.string().max(MAX_TAG)).max(MAX_LANGUAGES),
});

interface Survey {
  readonly headings: readonly PrintedHeading[];
  /** The values of `lang` in a document that divides words at the ends of lines; none in others. */
  readonly languages: readonly string[];
}

/** Returns what a page has answered `surveyScript` with; nothing where it answers with anything else. */
export function surveyIn(answer: unknown): Survey {
  const { data = { headings: [], languages: [] } } = surveyed.safeParse(answer);
  return {
    headings: data.headings.map(([level, text, printed]) => ({
      level,
      text,
      ...(printed !== undefined && { printed }),
    })),
    languages: data.languages,
  };
}

/** Style sheets of other origins cannot be read: they may say anything. */
const LIST_LANGUAGES = `(() => {
const dividesWords = (sheet) => { try { return [...sheet.cssRules].some((rule) => /hyphens:\\s*auto/.test(rule.cssText)); } catch { return true; } };
if (document.querySelector("[lang]") === null) { return []; }
if (![...document.styleSheets, ...document.adoptedStyleSheets].some(dividesWords) && document.querySelector("[style*=hyphens]") === null) { return []; }
const languages = [...document.querySelectorAll("[lang]")].map(({ lang }) => lang).filter((lang) => lang.length <= ${MAX_TAG});
return [...new Set(languages)].slice(0, ${MAX_LANGUAGES});
})()`;

/**
 * A sign of something broken is no part of a document. A picture of which nothing is said keeps its room; one that is said
 * to have no text is a decoration.
 */
const REPLACE_MISSING = `
for (const image of [...document.images]) {
  if (!image.complete || image.naturalWidth > 0 || !(image.hasAttribute("src") || image.hasAttribute("srcset"))) { continue; }
  const text = image.alt.trim();
  if (text === "") {
    const [property, value] = image.hasAttribute("alt") ? ["display", "none"] : ["visibility", "hidden"];
    image.style.setProperty(property, value, "important");
    continue;
  }
  const shown = document.createElement("span");
  for (const name of ["id", "class", "style", "lang", "dir"]) {
    if (image.hasAttribute(name)) { shown.setAttribute(name, image.getAttribute(name)); }
  }
  shown.textContent = text;
  image.replaceWith(shown);
}`;

/** Vector images and canvases are no pictures to browsers unless they have a role. */
const MARK_PICTURES = `
const isNamed = (element) => ["aria-label", "aria-labelledby", "title"].some((name) => (element.getAttribute(name) ?? "").trim() !== "");
const isDecoration = (element) => /^(?:none|presentation)$/i.test((element.getAttribute("role") ?? "").trim()) ||
  element.closest("[aria-hidden=true]") !== null;
const isPart = (element) => (element.parentElement?.closest("[role=img]") ?? null) !== null;
const isDrawn = (svg) => svg.getAttribute("width") !== "0" && svg.getAttribute("height") !== "0" &&
  svg.querySelector(":scope :is(path,rect,circle,ellipse,line,polyline,polygon,image,use):not(:is(defs,symbol,clipPath,mask,pattern,marker) *)") !== null;
const isTextless = (element) => element.textContent.trim() === "";
const tagOf = (element) => {
  const name = element.localName;
  const values = ["id", "class", "src", "href"].flatMap((attribute) => {
    const value = element.getAttribute(attribute)?.trim().replace(/\\s+/g, " ") ?? "";
    const short = value.startsWith("data:") ? value.slice(0, 24) + "..." : value.length > 80 ? value.slice(0, 40) + "..." + value.slice(-40) : value;
    return short === "" ? [] : [" " + attribute + "='" + short + "'"];
  });
  return "<" + name + values.join("").slice(0, 150) + ">";
};
for (const element of document.querySelectorAll("img:not([alt]),svg:not(svg svg),canvas,[role=img]:not(img,svg)")) {
  const isDescribed = element.localName === "img" ? false
    : element.localName === "svg" ? !isTextless(element) || !isDrawn(element)
    : element.localName === "canvas" ? !isTextless(element) : false;
  if (isNamed(element) || isDecoration(element) || isPart(element) || isDescribed) { continue; }
  if (!element.hasAttribute("role")) { element.setAttribute("role", "img"); }
  element.setAttribute("aria-label", ${JSON.stringify(PICTURE_MARK)} + tagOf(element));
}`;

const LIST_HEADINGS = `(() => {
const SKIPPED = new Set(["script", "style", "template", "noscript", "rp", "rt", "annotation", "select", "textarea"]);
const textOf = (node, pictures) => {
  if (node.nodeType === Node.TEXT_NODE) { return node.data; }
  if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.localName) || node.hidden === true || node.getAttribute("aria-hidden") === "true") { return ""; }
  // A reference to a note is printed, and no part of a title.
  if (!pictures && node.matches(".footnote-ref,[role=doc-noteref]")) { return ""; }
  switch (node.localName) {
    case "br": return " ";
    case "img": return pictures ? " " + node.alt + " " : "";
    case "svg": return pictures ? " " + (node.getAttribute("aria-label") ?? node.querySelector(":scope > title")?.textContent ?? "") + " " : "";
    case "math": {
      const source = node.querySelector('annotation[encoding="application/x-tex"]');
      if (source !== null) { return source.textContent; }
    }
  }
  let text = "";
  for (const child of node.childNodes) { text += textOf(child, pictures); }
  return /^(?:address|article|aside|blockquote|dd|div|dl|dt|figcaption|figure|footer|header|li|ol|p|pre|section|table|td|tr|ul)$/.test(node.localName) ? " " + text + " " : text;
};
const tidy = (text) => text.replace(/\\s+/g, " ").trim().slice(0, ${MAX_TEXT});
const headings = [];
let length = 0;
for (const element of document.querySelectorAll("h1,h2,h3,h4,h5,h6,[role=heading]")) {
  const role = element.getAttribute("role");
  if ((role !== null && role !== "heading") || element.closest("[aria-hidden=true]") !== null) { continue; }
  const level = Number(element.getAttribute("aria-level")) || Number(/^h([1-6])$/.exec(element.localName)?.[1] ?? 2);
  const isPlain = element.firstElementChild === null;
  const own = tidy(isPlain ? element.textContent : textOf(element, false));
  const shown = isPlain ? own : tidy(textOf(element, true));
  const text = own === "" ? shown : own;
  length += text.length + shown.length;
  if (headings.length === ${MAX_HEADINGS} || length > ${MAX_TEXTS}) { break; }
  headings.push(text === shown ? [Math.max(1, Math.floor(level)), text] : [Math.max(1, Math.floor(level)), text, shown]);
}
return headings;
})()`;
