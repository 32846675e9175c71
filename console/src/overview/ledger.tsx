import type { ReactNode } from "react";
import type { Resource } from "../api/use-resource.ts";
import { Card, Empty } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import type { Pages } from "../design/use-pages.ts";
import styles from "./overview.module.css";
import type { LedgerPage } from "./use-account.ts";

type Entry = LedgerPage["items"][number];

interface LedgerProps {
  readonly entries: Resource<LedgerPage>;
  readonly pages: Pages;
}

/** The ledger of the account: what was granted, charged, refunded and adjusted. */
export const Ledger = ({ entries, pages }: LedgerProps): ReactNode => (
  <Card title="Ledger">
    <ResourceView resource={entries} lines={10}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="No entries yet">The first grant or charge is the first entry.</Empty>
        ) : (
          <Table
            label="Ledger"
            columns={[
              { id: "time", label: "Time" },
              { id: "kind", label: "Kind" },
              { id: "reason", label: "Reason" },
              { id: "credits", label: "Credits", align: "end" },
            ]}
            rows={items}
            keyOf={({ entry_id: id }) => String(id)}
          >
            {(entry) => ({
              time: shownTime(entry.created_at),
              kind: <span className={styles["whole"]}>{entry.kind}</span>,
              reason: entry.reason,
              credits: <Amount entry={entry} />,
            })}
          </Table>
        )
      }
    </ResourceView>
    <Pager pages={pages} nextCursor={entries.data?.next_cursor} of="the ledger" />
  </Card>
);

const Amount = ({ entry: { amount } }: { readonly entry: Entry }): ReactNode => (
  <span className={styles[amount > 0 ? "added" : "taken"]}>
    {amount > 0 && "+"}
    {shownNumber(amount)}
  </span>
);
