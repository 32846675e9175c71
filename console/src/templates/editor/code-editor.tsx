import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./code-editor.module.css";
import { extensionsOf, type Language } from "./languages.ts";
import { theme } from "./theme.ts";

export interface CodeEditorProps {
  /** What the text is, for those who do not see it. */
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly height?: "tall" | "low";
  /** What the service says is wrong with a line, counted from 1. */
  readonly fault?: { readonly line: number; readonly message: string } | undefined;
  readonly onChange?: (value: string) => void;
}

/**
 * A text with line numbers and its syntax in colours. It is in a shadow root: there CodeMirror adopts its style sheet, where in the
 * page itself it would add a style element, which the policy refuses. Tab leaves it, as it leaves any field.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { label, language, value, isReadOnly = false, height = "tall", fault } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          extensionsOf(language),
          theme,
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          EditorView.domEventHandlers({ beforeinput: typedOverSelection }),
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-readonly": String(isReadOnly) }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const text = state.doc.toString();
            if (docChanged && text !== latest.current.value) {
              latest.current.onChange?.(text);
            }
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [language, isReadOnly, label]);
  useEffect(() => {
    const view = editor.current;
    if (view !== null && view.state.doc.toString() !== value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    }
  }, [value]);
  useEffect(() => {
    const view = editor.current;
    if (view === null || language === "json") {
      return;
    }
    const { doc } = view.state;
    const line = doc.line(Math.min(Math.max(1, fault?.line ?? 1), doc.lines));
    const marks = fault ? [{ from: line.from, to: line.to, severity: "error" as const, message: fault.message }] : [];
    view.dispatch(setDiagnostics(view.state, marks));
  }, [fault, language]);
  return <div ref={host} className={`${styles["editor"]} ${styles[height]}`} />;
}

/**
 * Puts what is typed in place of a selection. A browser that did it would keep the look of what was selected, by a style
 * in the element, which the policy refuses.
 */
function typedOverSelection(event: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection;
  if (event.inputType !== "insertText" || event.data === null || main.empty || view.state.readOnly) {
    return false;
  }
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}
