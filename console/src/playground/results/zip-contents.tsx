import { unzip } from "fflate";
import { type ReactNode, useEffect, useState } from "react";
import { Notice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { shownBytes } from "../../design/shown.ts";
import { Download } from "./download.tsx";
import { ImageResult } from "./image-result.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import styles from "./results.module.css";

interface Entry {
  readonly name: string;
  readonly blob: Blob;
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** The files of a ZIP archive, each to be looked at and kept by itself. */
export function ZipContents({ blob }: { readonly blob: Blob }): ReactNode {
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState<Entry>();
  useEffect(() => {
    let isWanted = true;
    entriesOf(blob).then(
      (found) => isWanted && (setEntries(found), setChosen(found[0])),
      (error: unknown) => isWanted && setFault(String(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [blob]);
  if (fault !== undefined) {
    return <Notice kind="warn">The archive cannot be shown here ({fault}); it can be kept all the same.</Notice>;
  }
  if (entries === undefined) {
    return <Loading lines={5} />;
  }
  return (
    <div className={styles["zip"]}>
      <ul className={styles["entries"]} aria-label={`${entries.length} files`}>
        {entries.map((entry) => (
          <li key={entry.name}>
            <button
              type="button"
              className={styles["entry"]}
              aria-pressed={entry === chosen}
              onClick={() => setChosen(entry)}
            >
              <span>{entry.name}</span>
              <span>{shownBytes(entry.blob.size)}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <div className={styles["chosen"]}>
          <Download blob={chosen.blob} filename={chosen.name} />
          {chosen.blob.type === "application/pdf" && <PdfPages blob={chosen.blob} />}
          {chosen.blob.type.startsWith("image/") && <ImageResult blob={chosen.blob} name={chosen.name} />}
        </div>
      )}
    </div>
  );
}

async function entriesOf(blob: Blob): Promise<readonly Entry[]> {
  const archive = new Uint8Array(await blob.arrayBuffer());
  return await new Promise((resolve, reject) => {
    unzip(archive, (error, files) => {
      if (error !== null) {
        reject(error);
        return;
      }
      resolve(
        Object.entries(files).map(([name, bytes]) => ({
          name,
          blob: new Blob([new Uint8Array(bytes)], {
            type: TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain",
          }),
        })),
      );
    });
  });
}
