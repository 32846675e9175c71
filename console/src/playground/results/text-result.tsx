import type { ReactNode } from "react";
import { CopyButton } from "../../design/copy-button.tsx";
import { Loading } from "../../design/page.tsx";
import styles from "./results.module.css";
import { useText } from "./use-text.ts";

/** The most characters that are shown: more would make the page slow; the download has all. */
const MOST_SHOWN = 200_000;

/** A result that is text, as it is. */
export function TextResult({ blob }: { readonly blob: Blob }): ReactNode {
  const text = useText(blob);
  if (text === undefined) {
    return <Loading />;
  }
  return (
    <div className={styles["text"]}>
      <CopyButton text={text} />
      <pre tabIndex={0}>{text.slice(0, MOST_SHOWN)}</pre>
      {text.length > MOST_SHOWN && <p>The rest is in the file.</p>}
    </div>
  );
}
