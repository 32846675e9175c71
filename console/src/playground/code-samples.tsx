import { type ReactNode, useMemo } from "react";
import { CopyButton } from "../design/copy-button.tsx";
import { TabViews } from "../design/tab-views.tsx";
import type { Part } from "./request.ts";
import { samplesOf } from "./samples.ts";
import styles from "./playground.module.css";

/** The call as it stands, in three languages, to be copied. */
export function CodeSamples({ path, parts }: { readonly path: string; readonly parts: readonly Part[] }): ReactNode {
  const samples = useMemo(() => samplesOf(path, parts), [path, parts]);
  return (
    <TabViews
      label="Language"
      panelClassName={styles["sample"]}
      views={samples.map(({ language, code }) => ({
        id: language,
        label: language,
        content: (
          <>
            <pre tabIndex={0}>{code}</pre>
            <CopyButton text={code} />
          </>
        ),
      }))}
    />
  );
}
