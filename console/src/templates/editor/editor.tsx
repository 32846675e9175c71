import { lazy, type ReactNode, Suspense } from "react";
import styles from "./code-editor.module.css";
import type { CodeEditorProps } from "./code-editor.tsx";

const CodeEditor = lazy(async () => ({ default: (await import("./code-editor.tsx")).CodeEditor }));

/** The editor of texts, read when it is first shown; its place is kept until then. */
export const Editor = (props: CodeEditorProps): ReactNode => (
  <Suspense
    fallback={
      <div className={`${styles["editor"]} ${styles[props.height ?? "tall"]}`} role="status" aria-label="Loading" />
    }
  >
    <CodeEditor {...props} />
  </Suspense>
);
