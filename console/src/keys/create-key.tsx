import { type ReactNode, useState } from "react";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { CreateKeyForm } from "./create-key-form.tsx";
import { NewSecret } from "./new-secret.tsx";

interface CreateKeyProps {
  /** The account of the new key; undefined for the one of the key in use. */
  readonly accountId: string | undefined;
  onCreated(): void;
}

/** The button that makes a key, by a form; the key is shown once it is made. */
export function CreateKey({ accountId, onCreated }: CreateKeyProps): ReactNode {
  const [secret, setSecret] = useState<string>();
  return (
    <Dialog
      title={secret === undefined ? "Create a key" : "The key has been made"}
      trigger={<Button kind="primary">Create a key</Button>}
      isLocked={secret !== undefined}
    >
      {(close) =>
        secret === undefined ? (
          <CreateKeyForm
            accountId={accountId}
            onCancel={close}
            onCreated={(key) => {
              setSecret(key);
              onCreated();
            }}
          />
        ) : (
          <NewSecret
            secret={secret}
            onStored={() => {
              close();
              setSecret(undefined);
            }}
          />
        )
      }
    </Dialog>
  );
}
