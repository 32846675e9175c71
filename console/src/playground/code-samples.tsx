import { type ReactNode, useMemo } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { CopyButton } from "../design/copy-button.tsx";
import tabStyles from "../design/tabs.module.css";
import type { Part } from "./request.ts";
import { samplesOf } from "./samples.ts";
import styles from "./playground.module.css";

/** The call as it stands, in three languages, to be copied. */
export function CodeSamples({ path, parts }: { readonly path: string; readonly parts: readonly Part[] }): ReactNode {
  const samples = useMemo(() => samplesOf(path, parts), [path, parts]);
  return (
    <Tabs className={tabStyles["tabs"]!}>
      <TabList aria-label="Language" className={tabStyles["list"]!}>
        {samples.map(({ language }) => (
          <Tab key={language} id={language} className={tabStyles["tab"]!}>
            {language}
          </Tab>
        ))}
      </TabList>
      {samples.map(({ language, code }) => (
        <TabPanel key={language} id={language} className={styles["sample"]!}>
          <pre tabIndex={0}>{code}</pre>
          <CopyButton text={code} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
