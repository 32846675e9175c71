import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Loading } from "../../design/page.tsx";
import tabStyles from "../../design/tabs.module.css";
import { SandboxedHtml } from "./sandboxed-html.tsx";
import { TextResult } from "./text-result.tsx";
import { useText } from "./use-text.ts";

/** A result that is HTML: as a page, and its source. */
export function HtmlResult({ blob }: { readonly blob: Blob }): ReactNode {
  const html = useText(blob);
  return (
    <Tabs className={tabStyles["tabs"]!}>
      <TabList aria-label="View" className={tabStyles["list"]!}>
        <Tab id="page" className={tabStyles["tab"]!}>
          Page
        </Tab>
        <Tab id="source" className={tabStyles["tab"]!}>
          Source
        </Tab>
      </TabList>
      <TabPanel id="page">
        {html === undefined ? <Loading /> : <SandboxedHtml html={html} title="The HTML of the result" />}
      </TabPanel>
      <TabPanel id="source">
        <TextResult blob={blob} />
      </TabPanel>
    </Tabs>
  );
}
