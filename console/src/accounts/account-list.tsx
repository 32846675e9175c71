import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading, Page } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { AccountState } from "./account-state.tsx";
import styles from "./accounts.module.css";
import { CreateAccount } from "./create-account.tsx";

const EVERY_MS = 15_000;
const PER_PAGE = 50;

/** All accounts, oldest first. */
export function AccountList(): ReactNode {
  const { client } = useSession();
  const pages = usePages();
  const { cursor } = pages;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/accounts", {
            params: { query: { limit: PER_PAGE, ...(cursor === undefined ? {} : { cursor }) } },
            signal,
          }),
        ),
      [client, cursor],
    ),
    { everyMs: EVERY_MS },
  );
  return (
    <Page
      title="Accounts"
      about="Each account has credits, keys, templates and jobs of its own."
      actions={<CreateAccount onCreated={reload} />}
    >
      <Card>
        {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
        {data === undefined ? (
          problem === undefined && <Loading lines={6} />
        ) : data.items.length === 0 ? (
          <Empty title="No accounts on this page" />
        ) : (
          <Table
            label="Accounts"
            columns={[
              { id: "account", label: "Account" },
              { id: "state", label: "State" },
              { id: "available", label: "Available", align: "end" },
              { id: "held", label: "Held", align: "end" },
              { id: "balance", label: "Balance", align: "end" },
              { id: "grant", label: "Monthly grant", align: "end" },
              { id: "created", label: "Created" },
            ]}
            rows={data.items}
            keyOf={(account) => account.account_id}
          >
            {(account) => ({
              account: (
                <>
                  <Link href={`/accounts/${account.account_id}`}>{account.name}</Link>
                  <code className={styles["id"]}>{account.account_id}</code>
                </>
              ),
              state: <AccountState state={account.state} />,
              available: shownNumber(account.available),
              held: shownNumber(account.held),
              balance: shownNumber(account.balance),
              grant: shownNumber(account.monthly_grant),
              created: shownTime(account.created_at),
            })}
          </Table>
        )}
        <Pager pages={pages} nextCursor={data?.next_cursor} of="accounts" />
      </Card>
    </Page>
  );
}
