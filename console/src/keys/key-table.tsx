import type { ReactNode } from "react";
import { Badge } from "../design/badge.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { isDead, type Key, KeyState } from "./key-state.tsx";
import styles from "./keys.module.css";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

interface KeyTableProps {
  readonly keys: readonly Key[];
  /** The id of the key that one is signed in with, where it is known. */
  readonly ownKeyId: string | undefined;
  onChanged(): void;
}

/** Keys in a table, with what can be done with each that works. */
export const KeyTable = ({ keys, ownKeyId, onChanged }: KeyTableProps): ReactNode => (
  <Table
    label="Keys"
    columns={[
      { id: "key", label: "Key" },
      { id: "scopes", label: "Scopes" },
      { id: "limits", label: "Limits" },
      { id: "expires", label: "Expires" },
      { id: "used", label: "Last used" },
      { id: "state", label: "State" },
      { id: "actions", label: "Actions" },
    ]}
    rows={keys}
    keyOf={(key) => key.key_id}
  >
    {(key) => ({
      key: (
        <>
          <strong>{key.name}</strong> {key.mode === "test" && <Badge>test</Badge>}{" "}
          {key.key_id === ownKeyId && <Badge kind="info">in use here</Badge>}
          <code className={styles["id"]}>{key.display}</code>
        </>
      ),
      scopes: <code>{key.scopes.join(" ")}</code>,
      limits: <Limits value={key} />,
      expires: key.expires_at === null ? "never" : shownTime(key.expires_at),
      used: key.last_used_at === null ? "never" : shownTime(key.last_used_at),
      state: <KeyState value={key} />,
      actions: isDead(key) ? (
        "–"
      ) : (
        <div className={styles["actions"]}>
          <RotateKey value={key} isOwn={key.key_id === ownKeyId} onRotated={onChanged} />
          <RevokeKey value={key} isOwn={key.key_id === ownKeyId} onRevoked={onChanged} />
        </div>
      ),
    })}
  </Table>
);

const Limits = ({ value }: { readonly value: Key }): ReactNode => (
  <>
    <div>{value.rate_limit === null ? "default rate" : `${shownNumber(value.rate_limit)} a minute`}</div>
    <div>{value.concurrency === null ? "default concurrency" : `${shownNumber(value.concurrency)} at once`}</div>
    {value.allowed_addresses !== null && <div className={styles["id"]}>from {value.allowed_addresses.join(", ")}</div>}
  </>
);
