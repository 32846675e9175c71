import type { Work } from "../../kernel/timing/work.ts";
import type { PrintedHeading } from "../printed/port.ts";

/** A given document, with the files that it refers to by relative URLs. */
export interface HandedDocument {
  readonly kind: "document";
  /** The path of the HTML file, in UTF-8. */
  readonly path: string;
  /** The base of relative URLs that name no asset; if absent, they lead nowhere. */
  readonly baseUrl?: string | undefined;
  /** The paths of files by the relative URL path (decoded, `/` between parts, no `..`) that stands for them. */
  readonly assets: ReadonlyMap<string, string>;
}

export interface WebPage {
  readonly kind: "url";
  /** An http or https URL. */
  readonly url: string;
  /** Headers that are sent to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Cookie[];
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The cookie's domain; if absent, the host of the page. */
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
}

export interface Paper {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly marginsPt: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** The scale of the content, 0.1 to 2. */
  readonly scale: number;
  /** Whether a size in the document's own `@page` overrides `widthPt` and `heightPt`. */
  readonly prefersCssPageSize: boolean;
  readonly printsBackground: boolean;
  /** Whether to print one page, as high as the document. */
  readonly isSinglePage: boolean;
  /** The pages to print as a page list, such as "1-3,5"; all if empty. */
  readonly pageRanges: string;
  /** A template of Chromium's kind: elements of the classes date, title, url, pageNumber, totalPages are filled in. */
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
}

/** The conditions to wait for before printing, besides the document itself. */
export interface Waiting {
  readonly until: "domcontentloaded" | "load" | "networkidle";
  readonly selector?: string | undefined;
  /** JavaScript, evaluated until it is true. */
  readonly expression?: string | undefined;
  readonly delayMs: number;
  /** The time limit of the whole job, in milliseconds. */
  readonly timeoutMs: number;
}

export interface PrintJob extends Work {
  readonly source: HandedDocument | WebPage;
  /** CSS added to the document as its last style sheet. */
  readonly css: string;
  readonly paper: Paper;
  /** What headers and footers call the document; absent: its own title, else its first heading. */
  readonly title?: string | undefined;
  readonly media: "print" | "screen";
  /** Media features by name, such as `prefers-color-scheme`: `dark`. */
  readonly mediaFeatures: Readonly<Record<string, string>>;
  readonly runsScript: boolean;
  readonly userAgent?: string | undefined;
  readonly waiting: Waiting;
  readonly failsOn: { readonly httpError: boolean; readonly resourceError: boolean; readonly consoleError: boolean };
  /** Whether high pictures may become smaller, or come behind the text that follows them, so that pages are filled. */
  readonly fitsFigures: boolean;
  readonly isTagged: boolean;
  readonly hasOutline: boolean;
  /** The size limit of the result; a larger one is `document_too_complex`. */
  readonly maxBytes: number;
  readonly output: string;
}

/**
 * A warning: `resource_failed`, `resource_blocked`, `console_error` and similar; `parameters` become those of
 * X-Warnings.
 */
export interface PrintWarning {
  readonly code: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** What is known of a printed document besides its file. */
export interface Printed {
  readonly warnings: readonly PrintWarning[];
  /** The headings of the document, in their order, for the `PostProcessor`; empty without `hasOutline`. */
  readonly headings: readonly PrintedHeading[];
}

export interface Printer {
  /**
   * Prints `source` to `output`, as the browser writes it, which the `PostProcessor` has to finish: pictures without
   * alternative text are marked in it.
   * @throws Failure `url_blocked` (a refused main URL), `url_fetch_failed` (unreachable, certificate, a download
   * instead of a page, an HTTP error where it is fatal), `render_failed` (script, selector or expression; what
   * `failsOn` names), `document_too_complex` (time, memory, size), `engine_unavailable`
   */
  print(job: PrintJob): Promise<Printed>;
}
