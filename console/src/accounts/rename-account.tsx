import { type ReactNode, useState } from "react";
import { faultOf } from "../api/fault-of.ts";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { DialogForm } from "../design/dialog-form.tsx";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import type { Account } from "./account-state.tsx";

interface RenameAccountProps {
  readonly account: Account;
  onChanged(): void;
}

/** The button that gives an account another name. */
export const RenameAccount = (props: RenameAccountProps): ReactNode => (
  <Dialog title={`Rename ${props.account.name}`} trigger={<Button>Rename</Button>}>
    {(close) => <RenameForm {...props} close={close} />}
  </Dialog>
);

function RenameForm({ account, close, onChanged }: RenameAccountProps & { close(): void }): ReactNode {
  const { client } = useSession();
  const [name, setName] = useState(account.name);
  return (
    <DialogForm
      action="Rename the account"
      isWhole={name.trim() !== "" && name.trim() !== account.name}
      fields={["name"]}
      onCancel={close}
      onSubmit={async () => {
        await client.PATCH("/api/v1/accounts/{id}", {
          params: { path: { id: account.account_id } },
          body: { name: name.trim() },
        });
        onChanged();
        close();
      }}
    >
      {(problem) => (
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={faultOf(problem, "name")}
          maxLength={200}
          isRequired
          autoFocus
        />
      )}
    </DialogForm>
  );
}
