import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** How the editor looks: the colours of the design, which know light and dark by themselves. */
export const theme: Extension = [
  EditorView.theme({
    "&": {
      height: "100%",
      color: "var(--text)",
      backgroundColor: "var(--raised)",
      fontSize: "13px",
      outline: "none",
      boxSizing: "border-box",
    },
    "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
    ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.55", overflow: "auto" },
    ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
    ".cm-line": { padding: "0 10px" },
    ".cm-gutters": {
      color: "var(--text-soft)",
      backgroundColor: "var(--sunken)",
      borderRight: "1px solid var(--line)",
    },
    ".cm-content ::selection, .cm-content::selection": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
    "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
    "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)" },
    ".cm-lintRange": { backgroundImage: "none" },
    ".cm-lintRange-error": {
      backgroundImage: "none",
      backgroundColor: "var(--bad-soft)",
      textDecoration: "underline wavy var(--bad)",
    },
    ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
    ".cm-tooltip": {
      color: "var(--text)",
      backgroundColor: "var(--raised)",
      border: "1px solid var(--line-strong)",
      borderRadius: "var(--radius-small)",
    },
    ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.tagName, tags.keyword, tags.heading, tags.definition(tags.propertyName)], color: "var(--accent)" },
      { tag: [tags.attributeName, tags.propertyName, tags.className, tags.labelName], color: "var(--warn)" },
      { tag: [tags.string, tags.attributeValue, tags.url], color: "var(--good)" },
      { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color, tags.atom], color: "var(--bad)" },
      { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--text-soft)", fontStyle: "italic" },
      { tag: [tags.angleBracket, tags.punctuation], color: "var(--text-soft)" },
      { tag: [tags.strong, tags.heading], fontWeight: "600" },
      { tag: tags.emphasis, fontStyle: "italic" },
    ]),
  ),
];
