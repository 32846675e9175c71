import { type ReactNode, useMemo } from "react";
import { Notice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { Gallery } from "../pages/gallery.tsx";
import { PageThumbnail } from "../pages/page-thumbnail.tsx";
import { usePdf } from "../pages/use-pdf.ts";
import { listOfPages, pagesOfList } from "./page-list.ts";

interface PagePickerProps {
  readonly file: File;
  readonly password: string | undefined;
  /** The page list as it is written in the field. */
  readonly value: string;
  onChange(value: string): void;
}

/** The pages of the document as thumbnails; those that are selected become the page list of a field. */
export function PagePicker({ file, password, value, onChange }: PagePickerProps): ReactNode {
  const { document, fault } = usePdf(file, password);
  const items = useMemo(
    () =>
      document === undefined
        ? []
        : Array.from({ length: document.numPages }, (_, index) => ({
            id: String(index + 1),
            label: `Page ${index + 1}`,
            thumbnail: () => <PageThumbnail document={document} page={index + 1} />,
          })),
    [document],
  );
  if (fault !== undefined) {
    return <Notice kind="warn">The pages cannot be shown here: {fault}. The list can be typed all the same.</Notice>;
  }
  if (document === undefined) {
    return <Loading lines={4} />;
  }
  return (
    <Gallery
      label="Pages to pick"
      items={items}
      isMany
      selected={new Set([...pagesOfList(value, document.numPages)].map(String))}
      onSelect={(selected) => onChange(listOfPages(new Set([...selected].map(Number))))}
    />
  );
}
