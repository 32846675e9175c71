import { type ReactNode, useState } from "react";
import { faultOf } from "../api/fault-of.ts";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { Dialog } from "../design/dialog.tsx";
import { DialogForm } from "../design/dialog-form.tsx";
import formStyles from "../design/form.module.css";
import { shownNumber } from "../design/shown.ts";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import type { Account } from "./account-state.tsx";
import { newIdempotencyKey } from "./idempotency-key.ts";

interface AdjustCreditsProps {
  readonly account: Account;
  onChanged(): void;
}

/** The button that grants credits to an account, or takes some, with the reason for the ledger. */
export const AdjustCredits = (props: AdjustCreditsProps): ReactNode => (
  <Dialog title={`Credits of ${props.account.name}`} trigger={<Button kind="primary">Grant or take credits</Button>}>
    {(close) => <AdjustForm {...props} close={close} />}
  </Dialog>
);

function AdjustForm({ account, close, onChanged }: AdjustCreditsProps & { close(): void }): ReactNode {
  const { client } = useSession();
  const [direction, setDirection] = useState("grant");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [nameOfRequest] = useState(() => newIdempotencyKey());
  const signed = direction === "take" ? -Number(amount) : Number(amount);
  return (
    <DialogForm
      action={direction === "take" ? "Take the credits" : "Grant the credits"}
      isWhole={Number(amount) > 0 && reason.trim() !== ""}
      fields={["amount", "reason"]}
      onCancel={close}
      onSubmit={async () => {
        await client.POST("/api/v1/accounts/{id}/credits", {
          params: {
            path: { id: account.account_id },
            header: { "Idempotency-Key": nameOfRequest(`${signed}\n${reason}`) },
          },
          body: { amount: signed, reason: reason.trim() },
        });
        onChanged();
        close();
      }}
    >
      {(problem) => (
        <>
          <p>{shownNumber(account.available)} credits are available.</p>
          <div className={formStyles["pair"]}>
            <ChoiceField
              label="What to do"
              options={[
                { id: "grant", label: "Grant credits" },
                { id: "take", label: "Take credits" },
              ]}
              value={direction}
              onChange={setDirection}
            />
            <TextField
              label="Credits"
              inputMode="numeric"
              value={amount}
              onChange={(text) => setAmount(text.replaceAll(/[^0-9]/g, ""))}
              error={faultOf(problem, "amount")}
              isRequired
            />
          </div>
          <TextField
            label="Reason"
            hint="It stands in the ledger, which the account can read."
            value={reason}
            onChange={setReason}
            error={faultOf(problem, "reason")}
            maxLength={500}
            isRequired
          />
        </>
      )}
    </DialogForm>
  );
}
