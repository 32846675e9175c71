import { join } from "node:path";
import type { HandedDocument, WebPage } from "../../engines/chromium/port.ts";
import { assert } from "../../kernel/assert.ts";
import { Failure, type Warning } from "../../kernel/failure.ts";
import { unknownMember } from "../../kernel/nearest.ts";
import { AUTHORED_MARGIN_PT, pageBlockAliases } from "../../kernel/pages/page-block.ts";
import { type Content, type Context, contentOperation, SYNC_BODY_BYTES } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { marginHtml } from "../printing/margin-html.ts";
import { type PrintOrder, printDocument } from "../printing/print-document.ts";
import { printedPrice } from "../printing/printed-price.ts";
import { htmlInUtf8 } from "./html-in-utf8.ts";
import { type HtmlToPdfParameters, INFORMATION, isWebUrl, parameters } from "./parameters.ts";
import { COOKIE_MEMBERS } from "./request-fields.ts";
import { openSite, type Site } from "./site-archive.ts";

const tariff = printedPrice(2);

export const htmlToPdf = contentOperation({
  name: "html-to-pdf",
  operationId: "convert_html_to_pdf",
  path: "/api/v1/convert/html-to-pdf",
  scope: "convert",
  workClass: "browser",
  summary: "Print HTML or a web page as a PDF",
  description:
    "Prints an uploaded document, alone or with the files that it refers to, or a web page, as a browser does: with " +
    "scripts, print style sheets and web fonts. Addresses that are not public are never fetched. Files that could " +
    "not be fetched are listed in `X-Warnings`.",
  produces: ["application/pdf"],
  aliases: { html_content: "html", ...pageBlockAliases },
  parameters,
  content: {
    sources: {
      html: { kind: "text", mediaType: "text/html", description: "The document." },
      url: { kind: "parameter" },
      file: {
        kind: "file",
        accepts: ["text/html", "application/zip"],
        description:
          "The document as a file, or a ZIP archive with `index.html` and the files that it refers to. Other files " +
          "of the form are assets, by their file names.",
      },
    },
    takesAssets: true,
  },
  syncBodyBytes: SYNC_BODY_BYTES,
  example: { html: "<h1>Invoice 42</h1><p>Thank you.</p>", page_size: "A4", show_page_numbers: true },

  ...tariff.statement,
  quote(_content, given) {
    requireWebUrl(given);
    return tariff.base;
  },
  resultName: (_, given) => resultFilename(given, nameOf(given.url)),

  async run(content, given, context) {
    const { order, warnings } = orderOf(given);
    const source = await sourceOf(content, given, context);
    const outcome = await printDocument({ ...order, source, filename: nameOf(given.url) }, context);
    return { ...outcome, warnings: [...warnings, ...(outcome.warnings ?? [])] };
  },
});

/**
 * Checks that a URL may be fetched (contract §10).
 * @throws Failure `url_blocked`
 */
function requireWebUrl({ url }: HtmlToPdfParameters): void {
  if (url === undefined) {
    return;
  }
  if (!isWebUrl(url)) {
    throw new Failure("url_blocked", "Only URLs of http and https are fetched.");
  }
  const { username, password } = new URL(url.trim());
  if (username !== "" || password !== "") {
    const message = "URLs with a user name or a password are not fetched; use an Authorization field in `headers`.";
    throw new Failure("url_blocked", message);
  }
}

async function sourceOf(
  { file, assets }: Content,
  { url, headers, cookies, base_url: baseUrl }: HtmlToPdfParameters,
  context: Context,
): Promise<HandedDocument | WebPage> {
  if (file === undefined) {
    assert(url !== undefined, "one of the sources is given");
    const sent = (cookies ?? []).flatMap((given) => (given === undefined ? [] : [given.cookie]));
    return { kind: "url", url: new URL(url.trim()).href, headers, cookies: sent };
  }
  const alone: Site = { path: file.path, assets: new Map() };
  const site = file.mediaType === "application/zip" ? await openSite(file.path, context) : alone;
  const path = file.isText
    ? site.path
    : await htmlInUtf8(site.path, join(context.workspace, "document.html"), context.signal);
  return {
    kind: "document",
    path,
    baseUrl: baseUrl === undefined ? undefined : new URL(baseUrl.trim()).href,
    assets: new Map([...site.assets, ...assets.map((asset) => [asset.name, asset.path] as const)]),
  };
}

/** Returns the name of the result: of a web page, that of its host. */
const nameOf = (url: string | undefined): string =>
  url === undefined ? "document.pdf" : `${new URL(url.trim()).hostname.replaceAll(/[[\]]/g, "")}.pdf`;

function orderOf(given: HtmlToPdfParameters): {
  readonly order: Omit<PrintOrder, "source" | "filename">;
  readonly warnings: readonly Warning[];
} {
  const header = marginHtml("header_html", given.header_html);
  const footer = marginHtml("footer_html", given.footer_html);
  const order = {
    page: { ...given, defaultMarginPt: AUTHORED_MARGIN_PT },
    css: given.css,
    scale: given.scale,
    printsBackground: given.print_background,
    prefersCssPageSize: given.prefer_css_page_size,
    isSinglePage: given.single_page,
    pages: given.page_ranges,
    headerHtml: header.html,
    footerHtml: footer.html,
    hasOutline: given.outline,
    information: given.metadata?.values ?? {},
    browsing: {
      media: given.media,
      mediaFeatures: given.media_features,
      runsScript: given.javascript,
      userAgent: given.user_agent,
      waiting: {
        until: given.wait_until,
        selector: given.wait_for_selector,
        expression: given.wait_for_expression,
        delayMs: given.delay_ms,
        timeoutMs: given.timeout_ms,
      },
      failsOn: {
        httpError: given.fail_on_http_error,
        resourceError: given.fail_on_resource_error,
        consoleError: given.fail_on_console_error,
      },
    },
  };
  return {
    order,
    warnings: [...unknownMembers(given), ...unusedFields(given), ...header.warnings, ...footer.warnings],
  };
}

function unknownMembers({ metadata, cookies = [] }: HtmlToPdfParameters): Warning[] {
  const ofMetadata = (metadata?.unknown ?? []).map((name) => unknownMember(name, INFORMATION, "metadata"));
  const ofCookies = cookies.flatMap((given, index) =>
    (given?.unknown ?? []).map((name) => unknownMember(name, COOKIE_MEMBERS, `cookies[${index}]`)),
  );
  return [...ofMetadata, ...ofCookies];
}

/** Returns warnings for the fields that do not apply to the source that was given. */
function unusedFields({ url, base_url: baseUrl, headers, cookies = [] }: HtmlToPdfParameters): Warning[] {
  const ofPages = { headers: Object.keys(headers).length > 0, cookies: cookies.length > 0 };
  const given = url === undefined ? ofPages : { base_url: baseUrl !== undefined };
  const names = Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  return names.map((name) => ({ code: "unused_field", parameters: { name } }));
}
