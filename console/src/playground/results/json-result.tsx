import { lazy, type ReactNode, useMemo } from "react";
import { Notice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { type TabView, TabViews } from "../../design/tab-views.tsx";
import { shapeOf } from "../json/json-shape.ts";
import { JsonTree } from "../json/json-tree.tsx";
import { isPdfaReport } from "../json/pdfa-report.ts";
import type { Source } from "../sources.ts";
import { HtmlResult } from "./html-result.tsx";
import { TextResult } from "./text-result.tsx";
import { useText } from "./use-text.ts";

const BoxedPages = lazy(async () => ({ default: (await import("../boxes/boxed-pages.tsx")).BoxedPages }));
const PdfaFindings = lazy(async () => ({ default: (await import("../json/pdfa-findings.tsx")).PdfaFindings }));
const MarkdownResult = lazy(async () => ({ default: (await import("./markdown-result.tsx")).MarkdownResult }));

interface JsonResultProps {
  readonly blob: Blob;
  readonly source: Source | undefined;
}

/** A result that is JSON: what it tells of the source, shown on it; its texts; a tree; and the JSON itself. */
export function JsonResult({ blob, source }: JsonResultProps): ReactNode {
  const text = useText(blob);
  const views = useMemo(() => (text === undefined ? undefined : viewsOf(text, source)), [text, source]);
  if (views === undefined) {
    return <Loading />;
  }
  return <TabViews label="View" views={views} />;
}

function viewsOf(json: string, source: Source | undefined): readonly TabView[] {
  const value = parsed(json);
  if (value === undefined) {
    return [
      { id: "raw", label: "JSON", content: <TextResult blob={new Blob([json])} /> },
      { id: "fault", label: "Tree", content: <Notice kind="warn">This is not JSON.</Notice> },
    ];
  }
  const { words, blocks, pages, text, markdown, html } = shapeOf(value);
  const views: (TabView | undefined)[] = [
    isPdfaReport(value)
      ? { id: "findings", label: "Findings", content: <PdfaFindings report={value} source={source} /> }
      : undefined,
    source !== undefined && words.length > 0
      ? { id: "words", label: "Words", content: <BoxedPages {...{ source, pages }} what="Words" boxes={words} /> }
      : undefined,
    source !== undefined && blocks.length > 0
      ? { id: "blocks", label: "Blocks", content: <BoxedPages {...{ source, pages }} what="Blocks" boxes={blocks} /> }
      : undefined,
    markdown === undefined
      ? undefined
      : { id: "markdown", label: "Markdown", content: <MarkdownResult blob={new Blob([markdown])} /> },
    html === undefined ? undefined : { id: "html", label: "HTML", content: <HtmlResult blob={new Blob([html])} /> },
    text === undefined ? undefined : { id: "text", label: "Text", content: <TextResult blob={new Blob([text])} /> },
    { id: "tree", label: "Tree", content: <JsonTree value={value} /> },
    {
      id: "raw",
      label: "JSON",
      content: <TextResult blob={new Blob([JSON.stringify(value, null, 2)])} />,
    },
  ];
  return views.filter((view) => view !== undefined);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
