import { type ReactNode, useCallback, useState } from "react";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Facts } from "../design/facts.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Loading, Page } from "../design/page.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { TabViews } from "../design/tab-views.tsx";
import { KeyList } from "../keys/key-list.tsx";
import { useOwnKey } from "../keys/use-own-key.ts";
import { useSession } from "../session/session.tsx";
import { AccountState } from "./account-state.tsx";
import styles from "./accounts.module.css";
import { AdjustCredits } from "./adjust-credits.tsx";
import { ChangeState } from "./change-state.tsx";
import { Ledger } from "./ledger.tsx";
import { RenameAccount } from "./rename-account.tsx";

const EVERY_MS = 15_000;

/** One account: its credits, its state, its ledger and its keys. */
export function AccountPage({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(await client.GET("/api/v1/accounts/{id}", { params: { path: { id } }, signal })),
      [client, id],
    ),
    { everyMs: EVERY_MS },
  );
  const isOwn = useOwnKey()?.account_id === id;
  const [changes, setChanges] = useState(0);
  const changed = (): void => {
    setChanges((known) => known + 1);
    reload();
  };
  return (
    <Page
      title={data?.name ?? "Account"}
      about={<code>{id}</code>}
      actions={
        <>
          <Link href="/accounts" className={styles["back"]}>
            All accounts
          </Link>
          {data !== undefined && (
            <>
              <AdjustCredits account={data} onChanged={changed} />
              <RenameAccount account={data} onChanged={changed} />
              <ChangeState account={data} isOwn={isOwn} onChanged={changed} />
            </>
          )}
        </>
      }
    >
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {data === undefined ? (
        problem === undefined && (
          <Card>
            <Loading lines={6} />
          </Card>
        )
      ) : (
        <>
          <Card title="Credits" actions={<AccountState state={data.state} />}>
            <Facts
              facts={[
                ["Available", shownNumber(data.available)],
                ["Held for work that goes on", shownNumber(data.held)],
                ["Balance", shownNumber(data.balance)],
                ["Granted each month", data.monthly_grant === 0 ? "nothing" : shownNumber(data.monthly_grant)],
                ["Created", shownTime(data.created_at)],
              ]}
            />
          </Card>
          <TabViews
            label="Of the account"
            views={[
              { id: "ledger", label: "Ledger", content: <Ledger accountId={id} changes={changes} /> },
              { id: "keys", label: "Keys", content: <KeyList accountId={id} /> },
            ]}
          />
        </>
      )}
    </Page>
  );
}
