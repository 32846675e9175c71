import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Notice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { shownBytes } from "../../design/shown.ts";
import { Gallery } from "../pages/gallery.tsx";
import { Download } from "../../design/download.tsx";
import { FileView } from "./file-view.tsx";
import styles from "./results.module.css";
import { usePromise } from "./use-promise.ts";
import { entriesOfZip, type ZipEntry } from "./zip.ts";
import { ZipThumbnail } from "./zip-thumbnail.tsx";

/** The files of a ZIP archive as a gallery, each to be looked at and kept by itself. */
export function ZipContents({ blob }: { readonly blob: Blob }): ReactNode {
  const { value: entries, fault } = usePromise(useCallback(() => entriesOfZip(blob), [blob]));
  const [chosen, setChosen] = useState("0");
  const items = useMemo(
    () =>
      entries?.map((entry, index) => ({
        id: String(index),
        label: entry.name,
        note: shownBytes(entry.sizeBytes),
        thumbnail: () => <ZipThumbnail entry={entry} />,
      })),
    [entries],
  );
  if (fault !== undefined) {
    return <Notice kind="warn">The archive cannot be shown here: {fault}. It can be kept all the same.</Notice>;
  }
  if (items === undefined) {
    return <Loading lines={5} />;
  }
  const entry = entries?.[Number(chosen)];
  if (entry === undefined) {
    return <Notice>The archive is empty.</Notice>;
  }
  return (
    <div className={styles["zip"]}>
      <p className={styles["count"]}>
        {items.length} {items.length === 1 ? "file" : "files"}
      </p>
      <Gallery
        label={`Files of the archive, ${items.length}`}
        items={items}
        selected={new Set([chosen])}
        onSelect={(selected) => setChosen([...selected][0] ?? chosen)}
      />
      <ChosenEntry key={chosen} entry={entry} />
    </div>
  );
}

function ChosenEntry({ entry }: { readonly entry: ZipEntry }): ReactNode {
  const { value: blob, fault } = usePromise(useCallback(() => entry.read(), [entry]));
  if (fault !== undefined) {
    return <Notice kind="warn">The file cannot be unpacked here: {fault}.</Notice>;
  }
  if (blob === undefined) {
    return <Loading lines={5} />;
  }
  return (
    <div className={styles["chosen"]}>
      <div className={styles["facts"]}>
        <span className={styles["name"]}>{entry.name}</span>
        <Download blob={blob} filename={entry.name.split("/").at(-1) ?? entry.name} />
      </div>
      <FileView blob={blob} mediaType={entry.type} name={entry.name} />
    </div>
  );
}
