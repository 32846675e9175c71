import { z } from "zod";
import { addFault, type Fault, valueError } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { optionalJsonTexts } from "../../kernel/fields/json-fields.ts";
import { AUTHORED_MARGIN_PT, pageBlock, requirePageBlock, sideLength } from "../../kernel/pages/page-block.ts";
import { mediaFeatures, requestCookies, requestHeaders } from "./request-fields.ts";

/** The names of the members of `metadata`. */
export const INFORMATION = ["title", "author", "subject", "keywords"] as const;

const MAX_URL = 8192;
const MAX_TEMPLATE = 200_000;

const template = (place: string) =>
  fields
    .optionalText({ maxLength: MAX_TEMPLATE })
    .describe(
      `HTML ${place} each page, in the margin. Elements of the classes \`pageNumber\`, \`totalPages\`, \`title\`, ` +
        "`date` " +
        "and `url` are filled in; `title` is that of the result. Scripts, links, and images that are not `data:` URLs are left out.",
    );

export const parameters = z
  .object({
    url: fields
      .optionalText({ maxLength: MAX_URL })
      .meta({ format: "uri" })
      .describe("Page to print, of http or https."),
    css: fields.optionalText().describe("Style sheet that is added after all others; it cannot use `@import`."),
    base_url: fields
      .optionalText({ maxLength: MAX_URL })
      .meta({ format: "uri" })
      .describe("Base URL, of http or https, for relative URLs in the document that do not name an asset."),
    ...pageBlock({ filename: "document.pdf", marginPt: AUTHORED_MARGIN_PT }),
    width: sideLength("Width"),
    height: sideLength("Height"),
    scale: fields.number({ min: 0.1, max: 2, default: 1 }).describe("Scale of the printed document."),
    print_background: fields.flag({ default: true }).describe("Whether backgrounds are printed."),
    media: fields.choice({ values: ["print", "screen"], default: "print" }).describe("The media type of style sheets."),
    media_features: mediaFeatures()
      .meta({ examples: ['{"prefers-color-scheme": "dark"}'] })
      .describe("Media features and their values, such as `prefers-color-scheme`: a JSON object."),
    prefer_css_page_size: fields
      .flag({ default: true })
      .describe(
        "Whether a size in the document's own `@page` takes precedence over `page_size`, `width` and `height`.",
      ),
    header_html: template("above"),
    footer_html: template("below"),
    page_ranges: fields
      .optionalPages()
      .describe("The pages to print, such as `1-3,5`, `odd` or `last`; each page at most once."),
    single_page: fields.flag({ default: false }).describe("Prints one page that is as tall as the document."),
    javascript: fields.flag({ default: true }).describe("Whether scripts run."),
    wait_until: fields
      .choice({ values: ["load", "domcontentloaded", "networkidle"], default: "load" })
      .describe("What to wait for before printing."),
    wait_for_selector: fields
      .optionalText({ minLength: 1, maxLength: 1000 })
      .describe("CSS selector; waits until something matches it."),
    wait_for_expression: fields
      .optionalText({ minLength: 1, maxLength: 10_000 })
      .describe("JavaScript expression; waits until it is true. A promise is waited for."),
    delay_ms: fields
      .integer({ min: 0, max: 10_000, default: 0 })
      .describe("Additional wait, in milliseconds, after all other conditions."),
    timeout_ms: fields
      .integer({ min: 1, max: 60_000, default: 30_000 })
      .describe("Longest time for loading, waiting and printing together, in milliseconds."),
    headers: requestHeaders()
      .meta({ examples: ['{"Authorization": "Bearer 0123456789abcdef"}'] })
      .describe("Header fields for requests to the origin of `url`: a JSON object."),
    cookies: requestCookies()
      .meta({ examples: ['[{"name": "session", "value": "0123456789abcdef"}]'] })
      .describe(
        "Cookies for `url`: a JSON array of objects with `name`, `value`, `domain`, `path`, `secure`, `httpOnly`.",
      ),
    user_agent: fields.optionalText({ minLength: 1, maxLength: 1000 }).describe("User-Agent of the browser."),
    fail_on_http_error: fields
      .flag({ default: false })
      .describe("Whether the request fails if the page has an HTTP status of 400 or more."),
    fail_on_resource_error: fields
      .flag({ default: false })
      .describe(
        "Whether the request fails if a file of the document cannot be loaded; else the file is listed in " +
          "`X-Warnings`.",
      ),
    fail_on_console_error: fields
      .flag({ default: false })
      .describe("Whether the request fails if a script has an error; else the error is listed in `X-Warnings`."),
    outline: fields.flag({ default: true }).describe("Whether the result has an outline, made from the headings."),
    metadata: optionalJsonTexts(INFORMATION)
      .meta({ examples: ['{"subject": "Invoices"}'] })
      .describe("Document information: a JSON object. The fields `title` and `author` take precedence."),
  })
  .superRefine((given, context) => {
    const add = (field: string, fault: Fault | undefined): void => {
      if (fault !== undefined) {
        addFault(context, fault, { path: [field], input: Object.entries(given).find(([name]) => name === field)?.[1] });
      }
    };
    requirePageBlock({ ...given, defaultMarginPt: AUTHORED_MARGIN_PT }, context);
    add("url", isMissing(given.url) || URL.canParse(given.url.trim()) ? undefined : NOT_A_URL);
    add("base_url", isMissing(given.base_url) || isWebUrl(given.base_url) ? undefined : NOT_A_WEB_URL);
    add("user_agent", isMissing(given.user_agent) || /^[\x20-\x7e]+$/.test(given.user_agent) ? undefined : NOT_ASCII);
    add("wait_for_expression", !isMissing(given.wait_for_expression) && !given.javascript ? NEEDS_SCRIPT : undefined);
    add("header_html", isMissing(given.header_html) || isEmpty(given.header_text) ? undefined : twice("header_text"));
    add("footer_html", isMissing(given.footer_html) || isEmpty(given.footer_text) ? undefined : twice("footer_text"));
    add(
      "footer_html",
      isMissing(given.footer_html) || !given.show_page_numbers ? undefined : twice("show_page_numbers"),
    );
  });

export type HtmlToPdfParameters = z.output<typeof parameters>;

/** Returns whether there is no text; a field with a fault has none either. */
const isMissing = (text: unknown): text is undefined => typeof text !== "string";
const isEmpty = (text: string | undefined): boolean => isMissing(text) || text === "";

export function isWebUrl(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol);
}

const NOT_A_URL: Fault = {
  type: "url_parsing",
  message: "Input should be a valid URL, with https:// or http://",
  takes: "an address such as https://example.org/page",
};
const NOT_A_WEB_URL: Fault = {
  type: "url_parsing",
  message: "Input should be a valid URL of http or https",
  takes: "an address such as https://example.org/",
};
const NOT_ASCII = valueError("expected ASCII without line breaks");
const NEEDS_SCRIPT = valueError("it needs javascript, which is turned off; set javascript to true");
const twice = (other: string): Fault => valueError(`it cannot be combined with ${other}; give only one of them`);
