import type { ReactNode } from "react";
import { type ApiClient, bodyOf } from "../api/client.ts";
import { FactList } from "../design/fact-list.tsx";
import { Card } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { Table } from "../design/table.tsx";
import { type Limits, limitsInWords, span, syncLimits } from "./limits-in-words.ts";
import { shownBytes, shownNumber } from "../design/shown.ts";
import styles from "./settings.module.css";
import { useRead } from "./use-read.ts";

/** The limits of requests, keys and accounts that are in force. */
export function LimitsInForce(): ReactNode {
  const limits = useRead(readLimits);
  return (
    <ResourceView resource={limits} lines={20}>
      {(data) => (
        <>
          <p className={styles["soft"]}>
            For every key and account where nothing else is said; those of the key in use are under General.
          </p>
          <div className={styles["masonry"]}>
            {limitsInWords(data).map(({ title, facts }) => (
              <Card key={title} title={title}>
                <FactList facts={facts} />
              </Card>
            ))}
          </div>
          <SyncLimits limits={data} />
        </>
      )}
    </ResourceView>
  );
}

const readLimits = async (client: ApiClient, signal: AbortSignal): Promise<Limits> =>
  bodyOf(await client.GET("/api/v1/limits", { signal }));

const SyncLimits = ({ limits }: { readonly limits: Limits }): ReactNode => (
  <Card title="What is answered at once">
    <p className={styles["soft"]}>
      Larger requests become jobs by themselves. Operations that are not here have no limit but those above.
    </p>
    <Table
      label="What is answered at once"
      columns={[
        { id: "operation", label: "Operation" },
        { id: "pages", label: "Pages", align: "end" },
        { id: "body", label: "Request", align: "end" },
        { id: "time", label: "Longest work", align: "end" },
      ]}
      rows={syncLimits(limits)}
      keyOf={({ operation }) => operation}
    >
      {({ operation, pages, bodyBytes, timeoutMs }) => ({
        operation,
        pages: pages === undefined ? "–" : shownNumber(pages),
        body: bodyBytes === undefined ? "–" : shownBytes(bodyBytes),
        time: span(timeoutMs),
      })}
    </Table>
  </Card>
);
