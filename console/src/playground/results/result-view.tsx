import { lazy, type ReactNode, Suspense } from "react";
import { Loading } from "../../design/page.tsx";
import { shownBytes, shownDuration } from "../../design/shown.ts";
import type { Answer } from "../send.ts";
import { Download } from "./download.tsx";
import styles from "./results.module.css";
import { Warnings } from "./warnings.tsx";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));
const ImageResult = lazy(async () => ({ default: (await import("./image-result.tsx")).ImageResult }));
const ZipContents = lazy(async () => ({ default: (await import("./zip-contents.tsx")).ZipContents }));
const MarkdownResult = lazy(async () => ({ default: (await import("./markdown-result.tsx")).MarkdownResult }));
const HtmlResult = lazy(async () => ({ default: (await import("./html-result.tsx")).HtmlResult }));
const JsonResult = lazy(async () => ({ default: (await import("./json-result.tsx")).JsonResult }));
const TextResult = lazy(async () => ({ default: (await import("./text-result.tsx")).TextResult }));

interface ResultViewProps {
  readonly answer: Answer;
  readonly tookMs: number;
  /** The first file that was sent, beside which the result is shown. */
  readonly source: File | undefined;
}

/** The result of a call: what it cost, its warnings, a way to keep it, and the result itself by its type. */
export function ResultView({ answer, tookMs, source }: ResultViewProps): ReactNode {
  const charged = answer.headers.get("x-credits-charged");
  return (
    <>
      <div className={styles["facts"]}>
        <span>{shownBytes(answer.blob.size)}</span>
        <span>{shownDuration(tookMs)}</span>
        {charged !== null && (
          <span>
            {charged} {charged === "1" ? "credit" : "credits"}
          </span>
        )}
        <Download blob={answer.blob} filename={answer.filename} />
      </div>
      <Warnings header={answer.headers.get("x-warnings")} />
      <Suspense fallback={<Loading lines={6} />}>
        <ByType answer={answer} source={source} />
      </Suspense>
    </>
  );
}

function ByType({ answer, source }: Pick<ResultViewProps, "answer" | "source">): ReactNode {
  const { mediaType, blob, filename } = answer;
  if (mediaType === "application/pdf") {
    return <PdfPages blob={blob} />;
  }
  if (mediaType.startsWith("image/")) {
    return <ImageResult blob={blob} name={filename} />;
  }
  if (mediaType === "application/zip") {
    return <ZipContents blob={blob} />;
  }
  if (mediaType === "text/markdown") {
    return <MarkdownResult blob={blob} />;
  }
  if (mediaType === "text/html") {
    return <HtmlResult blob={blob} />;
  }
  return mediaType === "application/json" ? <JsonResult blob={blob} source={source} /> : <TextResult blob={blob} />;
}
