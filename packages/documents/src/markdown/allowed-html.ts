import sanitizeHtml from "sanitize-html";

/* The elements, attributes and styles that HTML within Markdown may have. */

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

export const OPTIONS: sanitizeHtml.IOptions = {
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
  selfClosing: [...sanitizeHtml.defaults.selfClosing, "wbr"],
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
