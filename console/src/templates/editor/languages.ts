import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { handlebars } from "./handlebars.ts";

/** What a text in the editor is. */
export type Language = "html" | "markdown" | "css" | "json";

const faultsOfJson = jsonParseLinter();

/** Returns what the editor knows of a language; the faults of JSON are marked where they are. */
export function extensionsOf(language: Language): Extension {
  switch (language) {
    case "html":
      return [html({ autoCloseTags: false, matchClosingTags: false }), handlebars];
    case "markdown":
      return [markdown(), handlebars];
    case "css":
      return css();
    case "json":
      return [
        json(),
        linter((view) => (view.state.doc.toString().trim() === "" ? [] : faultsOfJson(view)), { delay: 300 }),
      ];
  }
}
