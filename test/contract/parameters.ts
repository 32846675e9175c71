/*
 * The parameters of all operations, as the specification and the contract state them (specification "Endpoints";
 * contract, sections 1, 7 and 8). This is written from the two documents, not from the service: a bound that the
 * service states differently must fail here.
 */

/** What every kind of parameter has. */
interface Common {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** A text that is the default value written out. */
  readonly default?: string;
  /** Fields that have to be sent together with this one. */
  readonly needs?: Readonly<Record<string, string>>;
  readonly isRequired?: boolean;
  /** Whether an empty text is the value that removes, and not an absent one. */
  readonly emptyRemoves?: boolean;
  /** Whether an error must not repeat the value. */
  readonly isSecret?: boolean;
}

interface IntegerParameter extends Common {
  readonly kind: "integer";
  readonly min: number;
  readonly max?: number;
}

interface NumberParameter extends Common {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
}

interface ChoiceParameter extends Common {
  readonly kind: "choice";
  readonly values: readonly string[];
  /** Whether the values are numbers, of which the same number may be written in other ways. */
  readonly isNumeric?: boolean;
}

interface FlagParameter extends Common {
  readonly kind: "flag";
}

/** A colour: `#RRGGBB`, `#RGB` and, with `names`, the names of CSS. */
interface ColourParameter extends Common {
  readonly kind: "colour";
  readonly names?: boolean;
}

/** A length: a bare number is points, and pt, mm, cm, in and px are units. Bounds are in points. */
interface LengthParameter extends Common {
  readonly kind: "length";
  readonly min: number;
  readonly max: number;
}

interface PagesParameter extends Common {
  readonly kind: "pages";
}

/** Any text, with examples of what is taken and what is refused. */
interface TextParameter extends Common {
  readonly kind: "text";
  readonly accepted: readonly string[];
  readonly refused?: readonly string[];
}

export type Parameter =
  | IntegerParameter
  | NumberParameter
  | ChoiceParameter
  | FlagParameter
  | ColourParameter
  | LengthParameter
  | PagesParameter
  | TextParameter;

type More = Omit<Common, "name">;

const integer = (name: string, min: number, max?: number, more: More = {}): Parameter => ({
  kind: "integer",
  name,
  min,
  ...(max !== undefined && { max }),
  ...more,
});
const number = (name: string, min: number, max: number, more: More = {}): Parameter => ({
  kind: "number",
  name,
  min,
  max,
  ...more,
});
const choice = (name: string, values: string, more: More & { readonly isNumeric?: boolean } = {}): Parameter => ({
  kind: "choice",
  name,
  values: values.split(" "),
  ...more,
});
const flag = (name: string, initial: boolean, more: More = {}): Parameter => ({
  kind: "flag",
  name,
  default: String(initial),
  ...more,
});
const colour = (name: string, more: More & { readonly names?: boolean } = {}): Parameter => ({
  kind: "colour",
  name,
  ...more,
});
const length = (name: string, min: number, max: number, more: More = {}): Parameter => ({
  kind: "length",
  name,
  min,
  max,
  ...more,
});
const text = (
  name: string,
  accepted: readonly string[],
  refused: readonly string[] = [],
  more: More = {},
): Parameter => ({ kind: "text", name, accepted, refused, ...more });

const PAGES: Parameter = { kind: "pages", name: "pages", default: "all" };
const PASSWORD = text("password", ["secret", "p", "pässwörd", " "], [], { isSecret: true });

/** The page block; without a default margin, the template's own page applies. */
const pageBlock = (margin?: number): readonly Parameter[] => [
  text(
    "page_size",
    ["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "a4", "LETTER", "tabloid", "210x297mm"],
    ["A7", "B5", "210x", "x297mm", "big", "0x0mm", "210x297furlongs"],
    margin === undefined ? {} : { default: "A4" },
  ),
  choice("orientation", "portrait landscape", margin === undefined ? {} : { default: "portrait" }),
  ...["top", "bottom", "left", "right"].map((side) =>
    length(`margin_${side}`, 0, 144, margin === undefined ? {} : { default: String(margin) }),
  ),
  flag("show_page_numbers", false, { aliases: ["page_numbers"] }),
  text("footer_text", ["Page", "Größe {{page}}", "日本語"]),
  text("header_text", ["Head", "שלום"]),
  text("title", ["A title", "Ein Titel"]),
  text("author", ["Someone"]),
  text("output_filename", ["other.pdf", "ohne Endung", "größe.pdf"]),
  choice("pdfa", "1b 2b 2u 2a 3b 3u 3a 4"),
  choice("pdfua", "1 2", { isNumeric: true }),
  text("language", ["de", "en-GB", "zh-Hant"], ["not a language", "-"]),
  flag("tagged", true),
];

const OCR_LANGUAGES = text(
  "language",
  ["eng", "en", "ENG", "eng+eng", "eng,eng"],
  ["klingon", "eng+klingon", "+", "e"],
  {
    default: "eng",
  },
);
const EXTRACTION: readonly Parameter[] = [
  choice("ocr", "auto never force", { default: "auto" }),
  PAGES,
  flag("enable_ocr", true),
  choice("ocr_engine", "auto tesseract openai simple advanced vision", { default: "auto" }),
  OCR_LANGUAGES,
  PASSWORD,
  choice("output", "json file", { default: "json" }),
];

const readBy = (dpi: number): readonly Parameter[] => [
  choice("output", "simple detailed", { default: "simple" }),
  choice("format", "text markdown json", { default: "text" }),
  flag("enhance", false),
  OCR_LANGUAGES,
  PAGES,
  integer("dpi", 72, 600, { default: String(dpi) }),
  flag("deskew", true),
  flag("denoise", false),
  flag("auto_rotate", true),
  PASSWORD,
];

/** The parameters of operations that take files, by path; files themselves are not among them. */
export const FILE_PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  "/api/v1/pdf/watermark": [
    text("text", ["Draft", "{{date}} {{page}}", "x".repeat(10_000)], ["x".repeat(10_001)], { isRequired: true }),
    choice("position", "diagonal center top bottom top-left top-right bottom-left bottom-right", {
      default: "diagonal",
    }),
    number("opacity", 0.05, 1, { default: "0.3" }),
    integer("font_size", 8, 200, { default: "48" }),
    colour("font_color", { default: "#808080" }),
    PAGES,
    PASSWORD,
    choice("layer", "over under", { default: "over" }),
    text("timezone", ["UTC", "Europe/Berlin", "Asia/Kathmandu"], ["Mars/Olympus", "+01:00"], { default: "UTC" }),
    flag("fit", false),
    text("output_filename", ["mine.pdf"], [], { default: "watermarked.pdf" }),
  ],
  "/api/v1/pdf/remove-password": [
    { ...PASSWORD, isRequired: true },
    text("re_encrypt_password", ["new", "ü".repeat(63)], ["x".repeat(128), "ü".repeat(64)], { isSecret: true }),
    text("re_encrypt_owner_password", ["owner"], ["x".repeat(128)], {
      isSecret: true,
      needs: { re_encrypt_password: "new" },
    }),
  ],
  "/api/v1/convert/pdf-to-image": [
    integer("page_number", 1, undefined, { default: "1" }),
    integer("start_page", 1, undefined, { needs: { end_page: "9999" } }),
    integer("end_page", 1, undefined, { needs: { start_page: "1" } }),
    choice("image_format", "PNG JPEG WEBP", { default: "PNG" }),
    choice("dpi", "72 150 300", { default: "150", isNumeric: true }),
    integer("quality", 1, 100, { default: "85" }),
    flag("transparent_background", false),
    integer("custom_width", 1, 20_000),
    integer("custom_height", 1, 20_000),
    PASSWORD,
  ],
  "/api/v1/pdf/validate-pdfa": [
    choice("profile", "1a 1b 2a 2b 2u 3a 3b 3u 4 4e 4f"),
    choice("accessibility", "ua1 ua2 wt1a wt1r"),
    PASSWORD,
  ],
  "/api/v1/pdf/info": [PAGES, PASSWORD],
  "/api/v1/pdf/metadata": [
    ...["title", "author", "subject", "keywords", "creator", "producer"].map((name) =>
      text(name, ["A text", "日本語", "x".repeat(10_000)], ["x".repeat(10_001)], { emptyRemoves: true }),
    ),
    ...["creation_date", "modification_date"].map((name) =>
      text(name, ["2026-01-31T12:00:00Z", "2026-01-31t12:00:00.5+05:30"], ["2026", "2026-02-30T12:00:00Z", "today"], {
        emptyRemoves: true,
      }),
    ),
    text("language", ["de", "en-GB", "zh-Hant"], ["not a language", "-"], { emptyRemoves: true }),
    text("custom", ['{"Department": "Sales"}', '{"A": null, "B": ""}'], ['{"Title": "x"}', '{"A": 5}', "[]", "{"]),
    flag("strip", false),
    choice("output", "file json"),
    PASSWORD,
  ],
  "/api/v1/convert/pdf-to-pdfa": [
    choice("conformance_level", "1b 2b 2u 3b 3u 4", { default: "2b", aliases: ["target"] }),
    PASSWORD,
    choice("attachments", "keep drop", { needs: { conformance_level: "3b" } }),
    flag("substitute_fonts", false),
    choice("output", "file json", { default: "file" }),
  ],
  "/api/v1/convert/images-to-pdf": [
    text("page_size", ["fit", "FIT", "A4", "letter", "210x297mm", "300x400"], ["A7", "fitt", "210x", "1x1"], {
      default: "fit",
    }),
    choice("orientation", "auto portrait landscape", { default: "auto" }),
    length("margin", 0, 144, { default: "0" }),
    choice("fit", "contain cover stretch none", { default: "contain" }),
    integer("dpi", 10, 2400, { default: "96" }),
    colour("background", { names: true }),
    text("title", ["Receipts", "日本語"], ["x".repeat(1001)]),
    choice("pdfa", "2b 3b"),
    text("output_filename", ["mine.pdf"], []),
  ],
  "/api/v1/convert/pdf-to-text": [
    choice("extraction_mode", "text blocks words json", { default: "text" }),
    flag("preserve_layout", true),
    flag("include_metadata", false),
    text("page_separator", ["\\f", "\\n\\n", "-----", "<page>"]),
    ...EXTRACTION,
  ],
  "/api/v1/convert/pdf-to-html": [
    choice("mode", "structured layout", { default: "structured" }),
    choice("images", "embed omit"),
    ...EXTRACTION,
  ],
  "/api/v1/convert/pdf-to-markdown": [
    flag("detect_headings", true),
    flag("detect_lists", true),
    flag("detect_tables", true),
    flag("detect_code_blocks", true),
    flag("preserve_bold_italic", true),
    flag("add_page_breaks", true, { aliases: ["page_breaks"] }),
    flag("include_metadata", false),
    choice("heading_style", "atx setext", { default: "atx" }),
    choice("table_format", "pipe grid simple html", { default: "pipe", aliases: ["tables"] }),
    choice("math", "text latex", { default: "text" }),
    choice("images", "omit embed zip", { default: "omit" }),
    flag("keep_furniture", false),
    ...EXTRACTION,
  ],
  "/api/v1/extract/pdf-images": [
    PAGES,
    choice("format", "original png jpeg", { default: "original" }),
    integer("min_width", 1, undefined, { default: "1" }),
    integer("min_height", 1, undefined, { default: "1" }),
    flag("dedupe", true),
    PASSWORD,
  ],
  "/api/v1/pdf/merge": [
    choice("bookmarks", "keep files none", { default: "keep" }),
    text(
      "pages",
      ['["1","all"]', '["1-2,4", null]'],
      ["[]", "[1", "{}", '["1-"', '["5-2","all"]', '["all","all","all"]'],
    ),
    text("passwords", ['["a","b"]', "[null, null]"], ["nonsense", "{}"], { isSecret: true }),
    text("metadata", ['{"title":"T","author":"A"}', "{}"], ["[]", '{"title":1}', "{"]),
    text("output_filename", ["mine.pdf"], [], { default: "merged.pdf" }),
  ],
  "/api/v1/pdf/split": [
    choice("mode", "pages bookmarks", { default: "pages" }),
    PAGES,
    text("ranges", ["1-2,4", "all", "-3", "2-"], ["0", "1 2", "5-2", "x"], { needs: { mode: "ranges" } }),
    integer("chunk_size", 1, undefined, { needs: { mode: "chunks" } }),
    flag("unify", false),
    PASSWORD,
  ],
  "/api/v1/pdf/pages": [
    text(
      "steps",
      ['[{"rotate":{"degrees":90}}]', '[{"reorder":{"order":"reverse"}},{"booklet":{}}]'],
      ["[]", "{}", "[1]", '[{"rotate":{}}]', '[{"turn":{"degrees":90}}]', "rotate"],
      { isRequired: true },
    ),
    PASSWORD,
    text("output_filename", ["mine.pdf"], [], { default: "pages.pdf" }),
  ],
  "/api/v1/ocr/extract/simple": readBy(200),
  "/api/v1/ocr/extract/advanced": readBy(300),
  "/api/v1/ocr/extract/vision": [
    choice("output", "simple detailed", { default: "simple" }),
    choice("format", "text markdown json", { default: "text" }),
    choice(
      "model",
      "vendor-sonnet-4-20250514 vendor-haiku-4-20250514 claude-sonnet-4-20250514 claude-haiku-4-20250514",
      { default: "vendor-sonnet-4-20250514" },
    ),
    PAGES,
    text("prompt", ["Read the table."]),
    PASSWORD,
  ],
};

/** The parameters of operations that take content, by path; the content itself is not among them. */
export const CONTENT_PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  "/api/v1/convert/text-to-pdf": [
    choice("font_family", "sans serif mono", { default: "sans" }),
    number("font_size", 6, 72, { default: "11" }),
    colour("font_color", { default: "#000000" }),
    number("line_height", 0.8, 3, { default: "1.4" }),
    choice("alignment", "left center right justify", { default: "left" }),
    integer("tab_size", 1, 16, { default: "4" }),
    ...pageBlock(72),
  ],
  "/api/v1/convert/html-to-pdf": [
    text("css", ["p { color: red }"]),
    text("base_url", ["https://example.com/"], ["nonsense", "ftp://example.com/"]),
    ...pageBlock(36),
    number("scale", 0.1, 2, { default: "1" }),
    flag("print_background", true),
    choice("media", "print screen", { default: "print" }),
    flag("prefer_css_page_size", true),
    text("header_html", ["<p>Head</p>"]),
    text("footer_html", ["<p>Foot</p>"]),
    flag("single_page", false),
    flag("javascript", true),
    choice("wait_until", "load domcontentloaded networkidle", { default: "load" }),
    text("wait_for_selector", ["#ready", "p"]),
    text("wait_for_expression", ["true", "document.title !== ''"]),
    integer("delay_ms", 0, 10_000, { default: "0" }),
    integer("timeout_ms", 1, 60_000),
    text("user_agent", ["Quire test"]),
    flag("fail_on_http_error", false),
    flag("fail_on_resource_error", false),
    flag("fail_on_console_error", false),
    flag("outline", true),
  ],
  "/api/v1/convert/markdown-to-pdf": [
    choice("theme", "github minimal academic report dark none", { default: "github" }),
    choice("code_theme", "github-light nord dracula"),
    text("css", ["p { color: red }"]),
    flag("toc", false),
    flag("math", true),
    flag("mermaid", false),
    flag("front_matter", true),
    ...pageBlock(36),
  ],
  "/api/v1/convert/json-to-pdf": [
    number("font_size", 8, 16, { default: "10" }),
    number("header_font_size", 10, 18, { default: "12" }),
    number("title_font_size", 12, 36, { default: "20" }),
    choice("table_style", "default minimal modern", { default: "default" }),
    integer("max_nesting_depth", 1, 5, { default: "2", aliases: ["max_depth"] }),
    text("subtitle", ["Below"]),
    colour("header_bg_color", { default: "navy", names: true }),
    colour("alternate_row_color", { names: true }),
    colour("border_color", { default: "#e0e0e0", names: true }),
    flag("status_colors", true),
    choice("charts", "none auto", { default: "none" }),
    text("locale", ["en-GB", "de", "ja-JP"], ["not a locale"]),
    ...pageBlock(72),
  ],
  "/api/v1/pdf/from-template": [
    integer("version", 1),
    choice("missing", "error empty", { default: "error" }),
    text("locale", ["en-GB", "de"], ["not a locale"]),
    text("timezone", ["UTC", "Europe/Berlin"], ["Mars/Olympus"]),
    ...pageBlock(),
  ],
};
