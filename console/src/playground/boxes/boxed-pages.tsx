import { type ReactNode, useMemo } from "react";
import { Notice } from "../../design/notice.tsx";
import { ImageCanvas } from "../pages/image-canvas.tsx";
import { PdfPages } from "../pages/pdf-pages.tsx";
import type { Size } from "../pages/size.ts";
import type { Source } from "../sources.ts";
import type { Box } from "./box.ts";
import styles from "./boxes.module.css";
import { Overlay } from "./overlay.tsx";

interface BoxedPagesProps {
  readonly source: Source;
  readonly what: "Words" | "Blocks";
  readonly boxes: readonly Box[];
  /** The sizes of pages in the unit of the boxes; that of the PDF's page where there is none. */
  readonly pages: ReadonlyMap<number, Size>;
}

const LOOKS: Readonly<Record<BoxedPagesProps["what"], readonly (readonly [look: Box["look"], label: string])[]>> = {
  Words: [
    ["low", "low confidence"],
    ["doubtful", "doubtful"],
  ],
  Blocks: [
    ["heading", "heading"],
    ["plain", "paragraph"],
    ["table", "table"],
    ["other", "other"],
  ],
};

/** The pages of a source with the words or blocks of an answer drawn over them. */
export function BoxedPages({ source, what, boxes, pages }: BoxedPagesProps): ReactNode {
  const byPage = useMemo(() => Map.groupBy(boxes, ({ page }) => page), [boxes]);
  const shown = useMemo(
    () => [...new Set([...pages.keys(), ...byPage.keys()])].toSorted((a, b) => a - b),
    [pages, byPage],
  );
  const over = (page: number, size: Size): ReactNode => (
    <Overlay label={`${what} of page ${page}`} boxes={byPage.get(page) ?? []} space={pages.get(page) ?? size} />
  );
  return (
    <div>
      <p className={styles["legend"]}>
        <span>
          {boxes.length} {what.toLowerCase()}
        </span>
        {LOOKS[what].map(([look, label]) => (
          <span key={look}>
            <span className={`${styles["box"]} ${styles["sample"]}`} data-look={look} aria-hidden="true" />
            {boxes.filter((box) => box.look === look).length} {label}
          </span>
        ))}
      </p>
      {source.mediaType === "application/pdf" ? (
        <PdfPages blob={source.blob} password={source.password} label={source.name} pages={shown} over={over} />
      ) : source.mediaType.startsWith("image/") ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
        <div className={styles["image"]} tabIndex={0} role="group" aria-label={source.name}>
          <ImageCanvas blob={source.blob} name={source.name}>
            {over(1, pages.get(1) ?? { width: 1, height: 1 })}
          </ImageCanvas>
        </div>
      ) : (
        <Notice>The source is neither a PDF nor an image, so that nothing can be drawn over it.</Notice>
      )}
    </div>
  );
}
