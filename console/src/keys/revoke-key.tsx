import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { useSession } from "../session/session.tsx";
import type { Key } from "./key-state.tsx";

interface RevokeKeyProps {
  readonly value: Key;
  /** Whether it is the key that one is signed in with. */
  readonly isOwn: boolean;
  onRevoked(): void;
}

/** The button that revokes a key, after asking. */
export function RevokeKey({ value, isOwn, onRevoked }: RevokeKeyProps): ReactNode {
  const { client } = useSession();
  return (
    <Confirm
      title={`Revoke ${value.name}?`}
      trigger={
        <Button kind="danger" aria-label={`Revoke ${value.name}`}>
          Revoke
        </Button>
      }
      action="Revoke the key"
      keep="Keep it"
      onConfirm={async () => {
        await client.DELETE("/api/v1/keys/{id}", { params: { path: { id: value.key_id } } });
        onRevoked();
      }}
    >
      <p>
        Requests with <strong>{value.name}</strong> (<code>{value.display}</code>) are refused from the next one on.
        This cannot be undone.
      </p>
      {isOwn && <p>You are signed in with this key: you will be signed out.</p>}
    </Confirm>
  );
}
