import { type ReactNode, useCallback, useEffect } from "react";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Badge, type BadgeKind } from "../design/badge.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import styles from "./accounts.module.css";

const EVERY_MS = 15_000;
const PER_PAGE = 20;

const KINDS: Readonly<Record<string, BadgeKind>> = { grant: "good", refund: "info", adjust: "warn" };

interface LedgerProps {
  readonly accountId: string;
  /** Another number after each change that was made here: the ledger is then read again. */
  readonly changes: number;
}

/** The entries of an account's ledger, newest first. */
export function Ledger({ accountId, changes }: LedgerProps): ReactNode {
  const { client } = useSession();
  const pages = usePages();
  const { cursor } = pages;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/accounts/{id}/ledger", {
            params: {
              path: { id: accountId },
              query: { limit: PER_PAGE, ...(cursor === undefined ? {} : { cursor }) },
            },
            signal,
          }),
        ),
      [client, accountId, cursor],
    ),
    { everyMs: EVERY_MS },
  );
  useEffect(() => {
    if (changes > 0) {
      reload();
    }
  }, [changes, reload]);
  return (
    <Card title="Ledger">
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {data === undefined ? (
        problem === undefined && <Loading lines={6} />
      ) : data.items.length === 0 ? (
        <Empty title="No entries yet">
          <p>Grant credits to the account, so that its keys can be used.</p>
        </Empty>
      ) : (
        <Table
          label="Ledger"
          columns={[
            { id: "time", label: "Time" },
            { id: "kind", label: "Kind" },
            { id: "amount", label: "Credits", align: "end" },
            { id: "reason", label: "Reason" },
            { id: "key", label: "Key" },
          ]}
          rows={data.items}
          keyOf={(entry) => String(entry.entry_id)}
        >
          {(entry) => ({
            time: shownTime(entry.created_at),
            kind: <Badge kind={KINDS[entry.kind] ?? "plain"}>{entry.kind}</Badge>,
            amount: entry.amount > 0 ? `+${shownNumber(entry.amount)}` : shownNumber(entry.amount),
            reason: (
              <>
                {entry.reason}
                {entry.operation !== null && <code className={styles["id"]}>{entry.operation}</code>}
              </>
            ),
            key: entry.key_id === null ? "the service" : <code>{entry.key_id}</code>,
          })}
        </Table>
      )}
      <Pager pages={pages} nextCursor={data?.next_cursor} of="the ledger" />
    </Card>
  );
}
