import type { ReactNode } from "react";
import { Card, Loading, Page } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { useSystem } from "../system/use-system.ts";
import { Credits } from "./credits.tsx";
import { FirstCall } from "./first-call.tsx";
import { Ledger } from "./ledger.tsx";
import styles from "./overview.module.css";
import { Machine } from "./machine.tsx";
import { UsageCard } from "./usage-card.tsx";
import { useAccount, useHasUsage, useLedger } from "./use-account.ts";

/** What the account has, what was done with it, and, for administrators, how the service is doing. */
export function Overview(): ReactNode {
  const { may } = useSession();
  if (!may("account")) {
    return <RefusedPage title="Overview" what="the account" scopes={["account"]} />;
  }
  return <OwnAccount />;
}

function OwnAccount(): ReactNode {
  const { may } = useSession();
  const account = useAccount();
  const hasUsage = useHasUsage();
  const ledger = useLedger();
  const system = useSystem();
  const isSettled = [account, hasUsage, ledger.entries, system].every(
    ({ data, problem, isLoading }) => data !== undefined || problem !== undefined || !isLoading,
  );
  // All parts appear at once, so that none of them moves another one.
  return (
    <Page title="Overview" about="Credits and usage of the account, as they are now.">
      {isSettled ? (
        <>
          <ResourceView resource={account}>{(data) => <Credits account={data} />}</ResourceView>
          {hasUsage.data === false ? <FirstCall /> : <UsageCard />}
          <div className={styles["columns"]}>
            <Ledger {...ledger} />
            {may("admin") && (
              <Card title="Engines and queues">
                <ResourceView resource={system} lines={8}>
                  {(data) => data !== undefined && <Machine system={data} />}
                </ResourceView>
              </Card>
            )}
          </div>
        </>
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  );
}
