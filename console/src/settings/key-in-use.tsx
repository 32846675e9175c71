import type { ReactNode } from "react";
import type { components } from "../api/schema.d.ts";
import type { Resource } from "../api/use-resource.ts";
import { Badge } from "../design/badge.tsx";
import { type Fact, FactList } from "../design/fact-list.tsx";
import { Card } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { useSession } from "../session/session.tsx";
import { OPENS } from "./scopes.ts";
import styles from "./settings.module.css";

/** The account of the key in use. */
export type OwnAccount = components["schemas"]["OwnAccount"];

/** The key that was signed in with: its scopes, and, where it may see its account, its limits. */
export function KeyInUse({ account }: { readonly account: Resource<OwnAccount | undefined> }): ReactNode {
  const { limits, may } = useSession();
  return (
    <Card title="The key in use">
      <Table
        label="Scopes of the key"
        columns={[
          { id: "scope", label: "Scope" },
          { id: "opens", label: "Opens" },
        ]}
        rows={limits.key_scopes}
        keyOf={(scope) => scope}
      >
        {(scope) => ({ scope: <code>{scope}</code>, opens: OPENS[scope] })}
      </Table>
      {may("account") ? (
        <ResourceView resource={account} lines={10}>
          {(data) => data !== undefined && <FactList facts={factsOf(data)} />}
        </ResourceView>
      ) : (
        <p className={styles["soft"]}>
          Its name and limits are shown to keys with the scope <code>account</code>.
        </p>
      )}
    </Card>
  );
}

const factsOf = (account: OwnAccount): readonly Fact[] => {
  const { key } = account;
  return [
    { label: "Name", value: key.name === "" ? "–" : key.name },
    { label: "Key", value: <code>{key.display}</code>, hint: key.key_id },
    { label: "Account", value: account.name, hint: account.account_id },
    {
      label: "Mode",
      value: <Badge kind={key.mode === "live" ? "good" : "info"}>{key.mode}</Badge>,
      ...(key.mode === "test" && { hint: "nothing is charged, and the limits are lower" }),
    },
    { label: "Operations per minute", value: shownNumber(account.rate_limit) },
    { label: "Reads per minute", value: shownNumber(account.read_rate_limit) },
    { label: "Operations at the same time", value: shownNumber(account.concurrency) },
    { label: "Expires", value: key.expires_at === null ? "Never" : shownTime(key.expires_at) },
    { label: "May be used from", value: key.allowed_addresses?.join(", ") ?? "Any address" },
    { label: "Made", value: shownTime(key.created_at) },
  ];
};
