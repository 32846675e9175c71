import { type Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

const EXPRESSION = /\{\{\{?[^{}]*\}?\}\}/g;

const marks = {
  comment: Decoration.mark({ class: "cm-hbs-comment" }),
  block: Decoration.mark({ class: "cm-hbs-block" }),
  value: Decoration.mark({ class: "cm-hbs-value" }),
} as const;

const markOf = (expression: string): Decoration =>
  /^\{\{~?!/.test(expression) ? marks.comment : /^\{\{~?(?:[#/^>]|else\b)/.test(expression) ? marks.block : marks.value;

const matcher = new MatchDecorator({ regexp: EXPRESSION, decoration: ([expression]) => markOf(expression) });

/** Marks what is filled in, `{{…}}`, in whatever language the text around it is. */
export const handlebars: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }
      update(update: ViewUpdate): void {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  EditorView.theme({
    ".cm-hbs-value, .cm-hbs-value *": { color: "var(--accent)", fontWeight: "600" },
    ".cm-hbs-block, .cm-hbs-block *": { color: "var(--bad)", fontWeight: "600" },
    ".cm-hbs-comment, .cm-hbs-comment *": { color: "var(--text-soft)", fontStyle: "italic" },
  }),
];
