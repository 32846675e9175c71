import { cleanStyle } from "./template-style.ts";

/*
 * Headers and footers as HTML. The browser sets them in a separate document, in which scripts, links and other hosts
 * have no place: what is not on the lists here is left out, and everything else is written again from scratch, so that
 * it is read in one way only. What is printed needs no more; the browser's confinement ensures that nothing is fetched.
 */

export interface CleanTemplate {
  readonly html: string;
  /** The names of elements and attributes that were left out, each once. */
  readonly removed: readonly string[];
}

const ELEMENTS = new Set(
  (
    "abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em " +
    "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section " +
    "small span strike strong style sub sup table tbody td tfoot th thead time tr tt u ul var wbr"
  ).split(" "),
);
const VOID = new Set(["br", "col", "hr", "img", "wbr"]);
/** The elements whose content is not HTML (HTML, §13.2.6.2): it is left out with them, except style sheets. */
const RAW = new Set([
  ..."iframe noembed noframes noscript plaintext script style template textarea title xmp".split(" "),
  // Foreign content has its own rules.
  ..."math svg".split(" "),
]);
const ATTRIBUTES = new Set(
  (
    "align alt bgcolor border cellpadding cellspacing class color colspan dir face height id lang rowspan size span src " +
    "start style title type valign width"
  ).split(" "),
);
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i;

/** Returns what is left of the `html` of a header or footer. */
export function cleanTemplate(html: string): CleanTemplate {
  const removed = new Set<string>();
  const open: string[] = [];
  const output: string[] = [];
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next === -1) {
      output.push(textOf(html.slice(at)));
      break;
    }
    output.push(textOf(html.slice(at, next)));
    const tag = tagAt(html, next);
    at = tag.end;
    switch (tag.kind) {
      case "text":
        output.push("&lt;");
        break;
      case "none":
        break;
      case "end": {
        const depth = open.lastIndexOf(tag.name);
        if (depth !== -1) {
          output.push(...closing(open.splice(depth)));
        }
        break;
      }
      case "start": {
        const content = RAW.has(tag.name) ? rawContent(html, tag) : undefined;
        at = content?.end ?? at;
        if (!ELEMENTS.has(tag.name)) {
          removed.add(shownName(tag.name));
        } else if (content !== undefined) {
          output.push(`<style>${cleanStyle(content.text, removed).replaceAll("<", "\\3c ")}</style>`);
        } else if (VOID.has(tag.name)) {
          output.push(startOf(tag, removed));
        } else if (open.length < MAX_DEPTH) {
          output.push(startOf(tag, removed));
          open.push(tag.name);
        }
        break;
      }
    }
  }
  return { html: [...output, ...closing(open)].join(""), removed: [...removed] };
}

/** The largest depth; deeper elements are left out, but not what is in them. */
const MAX_DEPTH = 100;

const startOf = (tag: StartTag, removed: Set<string>): string => `<${tag.name}${attributesOf(tag, removed)}>`;

const textOf = (text: string): string => text.replaceAll(">", "&gt;").replaceAll("\0", "");

const closing = (names: readonly string[]): string[] => names.toReversed().map((name) => `</${name}>`);

interface StartTag {
  readonly kind: "start";
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly end: number;
}

type Tag =
  | StartTag
  | { readonly kind: "end"; readonly name: string; readonly end: number }
  /** A comment or a similar construct. */
  | { readonly kind: "none"; readonly end: number }
  /** A character that does not begin a tag. */
  | { readonly kind: "text"; readonly end: number };

const NAME = /<\/?([a-z][^\s/>]*)/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/** Reads the tag that begins with the `<` at `start`. What is not finished is left out up to the end. */
function tagAt(html: string, start: number): Tag {
  NAME.lastIndex = start;
  const [, name] = NAME.exec(html) ?? [];
  if (name === undefined) {
    return commentAt(html, start);
  }
  const attributes: { name: string; value: string }[] = [];
  let at = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [, attribute, double, single, bare] = ATTRIBUTE.exec(html) ?? [];
    if (attribute === undefined) {
      break;
    }
    at = ATTRIBUTE.lastIndex;
    attributes.push({ name: attribute.toLowerCase(), value: double ?? single ?? bare ?? "" });
  }
  const close = html.indexOf(">", at);
  const end = close === -1 ? html.length : close + 1;
  const isUnfinished = close === -1 || /[^\s/]/.test(html.slice(at, close));
  if (isUnfinished) {
    return { kind: "none", end };
  }
  return html[start + 1] === "/"
    ? { kind: "end", name: name.toLowerCase(), end }
    : { kind: "start", name: name.toLowerCase(), attributes, end };
}

function commentAt(html: string, start: number): Tag {
  if (!/[!?/]/.test(html[start + 1] ?? "")) {
    return { kind: "text", end: start + 1 };
  }
  const isComment = html.startsWith("<!--", start);
  const close = html.indexOf(isComment ? "-->" : ">", start + 2);
  return { kind: "none", end: close === -1 ? html.length : close + (isComment ? 3 : 1) };
}

/** Returns the text between a tag and the end tag of the same name, or the end. */
function rawContent(html: string, { name, end }: StartTag): { readonly text: string; readonly end: number } {
  const rest = html.slice(end);
  // oxlint-disable-next-line quire/linear-patterns -- each search begins where the one before it ended
  const close = new RegExp(`</${name.replaceAll(/[^a-z]/g, "")}(?=[\\s/>])[^>]*>?`, "i").exec(rest);
  return close === null
    ? { text: rest, end: html.length }
    : { text: rest.slice(0, close.index), end: end + close.index + close[0].length };
}

function attributesOf({ name: element, attributes }: StartTag, removed: Set<string>): string {
  const seen = new Set<string>();
  const written = attributes.map(({ name, value }) => {
    const decoded = decodeReferences(value);
    const isAllowed = ATTRIBUTES.has(name) && (name !== "src" || (element === "img" && IMAGE.test(decoded)));
    if (!isAllowed) {
      removed.add(shownName(name));
      return "";
    }
    if (seen.has(name)) {
      return "";
    }
    seen.add(name);
    return ` ${name}="${escapeAttribute(name === "style" ? cleanStyle(decoded, removed) : decoded)}"`;
  });
  return written.join("");
}

const escapeAttribute = (value: string): string =>
  value
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\0", "");

const REFERENCES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Decodes character references, except rare names, which are left as text. */
const decodeReferences = (value: string): string =>
  value.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (Number.isInteger(code)) {
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      }
      return REFERENCES[name ?? ""] ?? whole;
    },
  );

const shownName = (name: string): string => name.replaceAll(/[^a-z0-9-]/g, "").slice(0, 20) || "element";

/** The smallest margin that a line of a template fits into: it begins 22 points below the edge, or ends 14 above it. */
export const TEMPLATE_PT = 36;

/** Returns a template as the browser gets it: with a type that can be read, between the margins of the page. */
export const framedTemplate = (
  html: string,
  { left, right }: { readonly left: number; readonly right: number },
): string =>
  `<div style="font:9pt sans-serif;width:100%;box-sizing:border-box;padding:0 ${right.toFixed(2)}pt 0 ${left.toFixed(2)}pt;` +
  `-webkit-print-color-adjust:exact">${html}</div>`;
