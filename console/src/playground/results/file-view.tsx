import { lazy, type ReactNode, Suspense } from "react";
import { Loading } from "../../design/page.tsx";
import { Notice } from "../../design/notice.tsx";
import type { Source } from "../sources.ts";

const PdfPages = lazy(async () => ({ default: (await import("../pages/pdf-pages.tsx")).PdfPages }));
const ImageResult = lazy(async () => ({ default: (await import("./image-result.tsx")).ImageResult }));
const ZipContents = lazy(async () => ({ default: (await import("./zip-contents.tsx")).ZipContents }));
const MarkdownResult = lazy(async () => ({ default: (await import("./markdown-result.tsx")).MarkdownResult }));
const HtmlResult = lazy(async () => ({ default: (await import("./html-result.tsx")).HtmlResult }));
const JsonResult = lazy(async () => ({ default: (await import("./json-result.tsx")).JsonResult }));
const TextResult = lazy(async () => ({ default: (await import("./text-result.tsx")).TextResult }));

interface FileViewProps {
  readonly blob: Blob;
  readonly mediaType: string;
  readonly name: string;
  readonly password?: string | undefined;
  /** What was sent, on whose pages boxes and findings of a JSON result are shown. */
  readonly source?: Source | undefined;
}

/** A file, a result or a source, as its media type lets it be seen. */
export const FileView = (props: FileViewProps): ReactNode => (
  <Suspense fallback={<Loading lines={6} />}>
    <ByType {...props} />
  </Suspense>
);

function ByType({ blob, mediaType, name, password, source }: FileViewProps): ReactNode {
  if (mediaType === "application/pdf") {
    return <PdfPages blob={blob} password={password} label={name} />;
  }
  if (mediaType.startsWith("image/") && mediaType !== "image/svg+xml") {
    return <ImageResult blob={blob} name={name} />;
  }
  switch (mediaType) {
    case "application/zip":
      return <ZipContents blob={blob} />;
    case "text/markdown":
      return <MarkdownResult blob={blob} />;
    case "text/html":
      return <HtmlResult blob={blob} />;
    case "application/json":
      return <JsonResult blob={blob} source={source} />;
    default:
      return mediaType.startsWith("text/") || mediaType === "image/svg+xml" ? (
        <TextResult blob={blob} />
      ) : (
        <Notice>Files of this kind are not shown here; the file can be kept.</Notice>
      );
  }
}
