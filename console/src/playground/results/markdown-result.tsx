import MarkdownIt from "markdown-it";
import { type ReactNode, useMemo } from "react";
import { Loading } from "../../design/page.tsx";
import { TabViews } from "../../design/tab-views.tsx";
import { SandboxedHtml } from "./sandboxed-html.tsx";
import { TextResult } from "./text-result.tsx";
import { useText } from "./use-text.ts";

/** HTML in Markdown is passed on, for tables come as HTML; the frame lets nothing of it run. */
const markdown = new MarkdownIt({ html: true, linkify: false });

const STYLE = `<style>body{font:15px/1.55 system-ui,sans-serif;margin:16px;color-scheme:light dark;max-width:70ch}
table{border-collapse:collapse}td,th{border:1px solid #8888;padding:4px 8px;vertical-align:top}pre{overflow:auto;padding:10px;background:#8882}</style>`;

/** A result that is Markdown: as it reads, and as it is written. */
export function MarkdownResult({ blob }: { readonly blob: Blob }): ReactNode {
  const text = useText(blob);
  const html = useMemo(() => (text === undefined ? undefined : STYLE + markdown.render(text)), [text]);
  return (
    <TabViews
      label="View"
      views={[
        {
          id: "page",
          label: "Read",
          content:
            html === undefined ? (
              <Loading />
            ) : (
              <SandboxedHtml html={html} title="The Markdown of the result, as it reads" />
            ),
        },
        { id: "source", label: "Markdown", content: <TextResult blob={blob} /> },
      ]}
    />
  );
}
