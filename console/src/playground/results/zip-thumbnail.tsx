import { type ReactNode, useCallback } from "react";
import galleryStyles from "../pages/gallery.module.css";
import { ImageCanvas } from "../pages/image-canvas.tsx";
import { PageThumbnail } from "../pages/page-thumbnail.tsx";
import { usePdf } from "../pages/use-pdf.ts";
import { usePromise } from "./use-promise.ts";
import type { ZipEntry } from "./zip.ts";

const WIDEST_PX = 140;

/** A file of an archive, small: an image, the first page of a PDF, or what kind of file it is. */
export function ZipThumbnail({ entry }: { readonly entry: ZipEntry }): ReactNode {
  const isShown = entry.type.startsWith("image/") || entry.type === "application/pdf";
  const read = useCallback(async () => (isShown ? await entry.read() : undefined), [entry, isShown]);
  const { value: blob } = usePromise(read);
  if (!isShown) {
    return <span className={galleryStyles["kind"]}>{entry.name.split(".").at(-1)?.slice(0, 5).toUpperCase()}</span>;
  }
  if (blob === undefined) {
    return null;
  }
  return entry.type === "application/pdf" ? (
    <FirstPage blob={blob} />
  ) : (
    <ImageCanvas blob={blob} name={entry.name} widest={WIDEST_PX} />
  );
}

function FirstPage({ blob }: { readonly blob: Blob }): ReactNode {
  const { document } = usePdf(blob);
  return document === undefined ? null : <PageThumbnail document={document} page={1} />;
}
