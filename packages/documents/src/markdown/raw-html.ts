import sanitizeHtml from "sanitize-html";
import { tooComplex } from "./limits.ts";

/*
 * The cleaning of HTML within Markdown. Its elements can begin in one block and end in another, with Markdown between
 * them: it is cleaned when all of the document is HTML.
 */

const TAGS = (
  "a abbr b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption " +
  "figure " +
  "h1 h2 h3 h4 h5 h6 hr i img ins kbd li main mark ol p picture pre q rp rt ruby s samp section small source span " +
  "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"
).split(" ");

/** The declarations that a style attribute may have: none of them loads anything, or covers something else. */
const DECLARATIONS = [
  /^(?:page-)?break-(?:after|before|inside)\s*:\s*(?:always|page|avoid|auto|left|right)$/iu,
  /^(?:background-)?color\s*:\s*(?:#[\da-f]{3,8}|[a-z]{3,30})$/iu,
  /^(?:max-)?(?:width|height)\s*:\s*\d+(?:\.\d+)?(?:px|pt|mm|cm|in|em|rem|%)$/iu,
  /^font-style\s*:\s*(?:italic|normal|oblique)$/iu,
  /^font-weight\s*:\s*(?:bold|normal|[1-9]00)$/iu,
  /^text-align\s*:\s*(?:left|center|right|justify|start|end)$/iu,
];

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    "*": ["align", "class", "dir", "id", "lang", "style", "title", "valign", "width", "height"],
    a: ["href", "name"],
    col: ["span"],
    colgroup: ["span"],
    details: ["open"],
    img: ["alt", "src", "srcset", "loading"],
    li: ["value"],
    ol: ["reversed", "start", "type"],
    source: ["media", "srcset", "type"],
    td: ["colspan", "headers", "rowspan", "scope"],
    th: ["abbr", "colspan", "headers", "rowspan", "scope"],
    time: ["datetime"],
  },
  parseStyleAttributes: false,
  allowedSchemes: ["http", "https", "mailto", "tel", "ftp"],
  allowedSchemesByTag: { img: ["http", "https", "data"], source: ["http", "https"] },
  allowProtocolRelative: false,
  nonTextTags: [
    "script",
    "style",
    "template",
    "textarea",
    "title",
    "option",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
  ],
  transformTags: {
    "*": (tagName, attribs) => ({
      tagName,
      attribs: attribs["style"] === undefined ? attribs : withCleanStyle(attribs),
    }),
    details: (tagName, attribs) => ({ tagName, attribs: { ...attribs, open: "" } }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: isPicture(attribs["src"] ?? "") ? attribs : withoutSource(attribs),
    }),
  },
};

/**
 * Returns HTML without anything that could run, load or look like something else; elements that are open at the end are
 * closed.
 * @throws ContentError `too_complex` when elements are nested too deeply
 */
export function sanitisedHtml(html: string): string {
  checkDepth(html);
  return sanitizeHtml(html, OPTIONS);
}

/**
 * The greatest number of elements that may be open at once: the parser of HTML takes time for each element by how many
 * are open around it.
 */
const MAX_DEPTH = 5_000;
const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

function checkDepth(html: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/giu)) {
    if (VOID.has(name)) {
      continue;
    }
    const count = open.get(name) ?? 0;
    const change = slash === "" ? 1 : -Math.min(1, count);
    open.set(name, count + change);
    depth += change;
    if (depth > MAX_DEPTH) {
      throw tooComplex("The Markdown has HTML with elements that are nested too deeply or never closed.");
    }
  }
}

/**
 * Removes declarations that are not allowed from a style attribute. sanitize-html would read each with a parser of
 * style sheets, which takes fifty times as long.
 */
function withCleanStyle({ style = "", ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const declarations = style
    .slice(0, MAX_STYLE)
    .split(";")
    .map((declaration) => declaration.trim());
  const kept = declarations.filter((declaration) => DECLARATIONS.some((pattern) => pattern.test(declaration)));
  return kept.length === 0 ? attribs : { ...attribs, style: kept.join(";") };
}

const MAX_STYLE = 1_000;

/**
 * Returns whether the source of an image may stay. A vector image can have script and other pictures in it: only pixels
 * come as data.
 */
const isPicture = (source: string): boolean =>
  !/^\s*data:/iu.test(source) || /^\s*data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]/iu.test(source);

const withoutSource = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes =>
  Object.fromEntries(Object.entries(attribs).filter(([name]) => name !== "src"));

/** The elements whose content is no HTML: the text after one that is left open would be lost. */
const RAW_TEXT =
  /^(?:iframe|noembed|noframes|noscript|object|option|plaintext|script|style|svg|math|template|textarea|title|xmp)$/iu;
// Comments, CDATA, processing instructions, declarations; then tags with their values.
const CONSTRUCT =
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /<!--(?:-?>|[^]*?-->)|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!(?!--)[^>]*>|<(\/?)([a-z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/iuy;

/**
 * Returns one piece of raw HTML without comments, instructions and elements of raw text. It is cut where something
 * begins that does not end in it, which would take what follows with it.
 */
export function closedRawHtml(html: string): string {
  const kept: string[] = [];
  let end = 0;
  for (let start = html.indexOf("<"); start !== -1; start = html.indexOf("<", end)) {
    kept.push(html.slice(end, start));
    if (!/[a-z/!?]/iu.test(html[start + 1] ?? "")) {
      kept.push("&lt;");
      end = start + 1;
      continue;
    }
    CONSTRUCT.lastIndex = start;
    const [construct, slash, name] = CONSTRUCT.exec(html) ?? [];
    if (construct === undefined) {
      return kept.join("");
    }
    end = start + construct.length;
    if (name === undefined) {
      continue;
    }
    if (!RAW_TEXT.test(name)) {
      kept.push(construct);
    } else if (slash === "") {
      // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
      const close = new RegExp(`</${name}[^>]*>`, "giu");
      close.lastIndex = end;
      // A tag alone, in running text, has its content and its end in other pieces.
      if (close.exec(html) === null) {
        return kept.join("");
      }
      end = close.lastIndex;
    }
  }
  kept.push(html.slice(end));
  return kept.join("");
}
