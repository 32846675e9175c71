import type { Work } from "../../kernel/work.ts";

/** A document that was handed over, with what it refers to by relative URLs. */
export interface HandedDocument {
  readonly kind: "document";
  /** HTML in UTF-8. */
  readonly path: string;
  /** Where relative URLs lead that name no asset; absent: nowhere. */
  readonly baseUrl?: string | undefined;
  /** Paths of files by the relative URL path (decoded, `/` between parts, no `..`) that stands for them. */
  readonly assets: ReadonlyMap<string, string>;
}

export interface WebPage {
  readonly kind: "url";
  /** http or https. */
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Cookie[];
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Absent: the host of the page. */
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
}

export interface Paper {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly marginsPt: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** 0.1 to 2. */
  readonly scale: number;
  /** A size in the document's own `@page` counts more than `widthPt` and `heightPt`. */
  readonly prefersCssPageSize: boolean;
  readonly printsBackground: boolean;
  /** One page, as high as the document. */
  readonly isSinglePage: boolean;
  /** As of a page list: "1-3,5"; empty: all. */
  readonly pageRanges: string;
  /** Of Chromium's own kind: classes date, title, url, pageNumber, totalPages are filled in. */
  readonly headerHtml?: string | undefined;
  readonly footerHtml?: string | undefined;
}

/** What there is to wait for before printing, besides the document itself. */
export interface Waiting {
  readonly until: "domcontentloaded" | "load" | "networkidle";
  readonly selector?: string | undefined;
  /** JavaScript; waits until it is true. */
  readonly expression?: string | undefined;
  readonly delayMs: number;
  /** Of all of it. */
  readonly timeoutMs: number;
}

export interface PrintJob extends Work {
  readonly source: HandedDocument | WebPage;
  /** Added to the document as its last style sheet. */
  readonly css: string;
  readonly paper: Paper;
  readonly media: "print" | "screen";
  /** Such as `prefers-color-scheme`: `dark`. */
  readonly mediaFeatures: Readonly<Record<string, string>>;
  readonly runsScript: boolean;
  readonly userAgent?: string | undefined;
  readonly waiting: Waiting;
  readonly failsOn: { readonly httpError: boolean; readonly resourceError: boolean; readonly consoleError: boolean };
  readonly isTagged: boolean;
  readonly hasOutline: boolean;
  /** Larger results are `document_too_complex`. */
  readonly maxBytes: number;
  readonly output: string;
}

/** `resource_failed`, `resource_blocked`, `console_error` and the like; `parameters` become those of X-Warnings. */
export interface PrintWarning {
  readonly code: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface Printer {
  /**
   * Prints `source` to `output`, as the browser writes it.
   * @throws Failure `url_blocked` (a refused main URL), `url_fetch_failed` (unreachable, certificate, a download instead
   * of a page, an HTTP error where it is fatal), `render_failed` (script, selector or expression; what `failsOn` names),
   * `document_too_complex` (time, memory, size), `engine_unavailable`
   */
  print(job: PrintJob): Promise<{ readonly warnings: readonly PrintWarning[] }>;
}
