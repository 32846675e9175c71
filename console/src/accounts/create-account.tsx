import type { ReactNode } from "react";
import { useState } from "react";
import { useLocation } from "wouter";
import { bodyOf } from "../api/client.ts";
import { faultOf } from "../api/fault-of.ts";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { DialogForm } from "../design/dialog-form.tsx";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import { newIdempotencyKey } from "./idempotency-key.ts";

/** The button that makes an account, and goes to it. */
export const CreateAccount = ({ onCreated }: { onCreated(): void }): ReactNode => (
  <Dialog title="Create an account" trigger={<Button kind="primary">Create an account</Button>}>
    {(close) => <CreateAccountForm close={close} onCreated={onCreated} />}
  </Dialog>
);

function CreateAccountForm({ close, onCreated }: { close(): void; onCreated(): void }): ReactNode {
  const { client } = useSession();
  const [, goTo] = useLocation();
  const [name, setName] = useState("");
  const [credits, setCredits] = useState("");
  const [nameOfRequest] = useState(() => newIdempotencyKey());
  return (
    <DialogForm
      action="Create the account"
      isWhole={name.trim() !== ""}
      fields={["name", "credits"]}
      onCancel={close}
      onSubmit={async () => {
        const account = bodyOf(
          await client.POST("/api/v1/accounts", {
            params: { header: { "Idempotency-Key": nameOfRequest(`${name}\n${credits}`) } },
            body: { name: name.trim(), credits: Number(credits) },
          }),
        );
        onCreated();
        close();
        goTo(`/accounts/${account.account_id}`);
      }}
    >
      {(problem) => (
        <>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            error={faultOf(problem, "name")}
            maxLength={200}
            isRequired
            autoFocus
          />
          <TextField
            label="Credits"
            hint="Granted at once. Empty: none."
            inputMode="numeric"
            value={credits}
            onChange={(text) => setCredits(text.replaceAll(/[^0-9]/g, ""))}
            error={faultOf(problem, "credits")}
          />
        </>
      )}
    </DialogForm>
  );
}
