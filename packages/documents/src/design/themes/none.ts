import type { Theme } from "../theme.ts";

/**
 * The theme with just enough rules to keep a document printable and its parts separate; the caller decides on
 * everything else.
 */
export const none: Theme = {
  look: undefined,
  codeTheme: "github-light",
  css: "th,td{padding:.15em .6em}.markdown-alert-title,.toc-title{font-weight:bold}",
};
