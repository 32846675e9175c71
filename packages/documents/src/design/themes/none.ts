import type { Theme } from "../theme.ts";

/** As little as keeps a document printable and its parts apart: how it looks is the caller's. */
export const none: Theme = {
  look: undefined,
  codeTheme: "github-light",
  css: "th,td{padding:.15em .6em}.markdown-alert-title,.toc-title{font-weight:bold}",
};
