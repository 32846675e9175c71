import type { BrowserFonts } from "./font-configuration.ts";

/** What is started to print, whatever is put up around it. */
export interface BrowserProgram {
  /** The absolute path of a Chromium, preferably `chromium-headless-shell`. */
  readonly path: string;
  /** The user and group that a browser started by root becomes. */
  readonly identity: { readonly uid: number; readonly gid: number } | undefined;
  readonly hasSandbox: boolean;
  /** The proxy, which is all that pages may reach; if undefined, they reach nothing. */
  readonly proxyUrl: string | undefined;
  readonly fonts: BrowserFonts;
  /** The memory that the renderer of one document may take. */
  readonly memoryBytes: number;
}

export interface BrowserCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}
