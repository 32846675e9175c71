import type { ReactNode } from "react";
import { Loading } from "../../design/page.tsx";
import { TabViews } from "../../design/tab-views.tsx";
import { SandboxedHtml } from "./sandboxed-html.tsx";
import { TextResult } from "./text-result.tsx";
import { useText } from "./use-text.ts";

/** A result that is HTML: as a page, and its source. */
export function HtmlResult({ blob }: { readonly blob: Blob }): ReactNode {
  const html = useText(blob);
  return (
    <TabViews
      label="View"
      views={[
        {
          id: "page",
          label: "Page",
          content: html === undefined ? <Loading /> : <SandboxedHtml html={html} title="The HTML of the result" />,
        },
        { id: "source", label: "Source", content: <TextResult blob={blob} /> },
      ]}
    />
  );
}
