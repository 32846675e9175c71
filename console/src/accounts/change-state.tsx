import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { useSession } from "../session/session.tsx";
import type { Account } from "./account-state.tsx";

interface ChangeStateProps {
  readonly account: Account;
  /** Whether it is the account of the key that one is signed in with. */
  readonly isOwn: boolean;
  onChanged(): void;
}

/** The button that disables an account, or enables it again. */
export function ChangeState({ account, isOwn, onChanged }: ChangeStateProps): ReactNode {
  const { client } = useSession();
  const change = async (state: Account["state"]): Promise<void> => {
    await client.PATCH("/api/v1/accounts/{id}", { params: { path: { id: account.account_id } }, body: { state } });
    onChanged();
  };
  if (account.state === "disabled") {
    return (
      <Confirm
        title={`Enable ${account.name}?`}
        trigger={<Button>Enable</Button>}
        action="Enable the account"
        onConfirm={() => change("active")}
      >
        <p>Its keys work again from the next request on.</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Disable ${account.name}?`}
      trigger={<Button kind="danger">Disable</Button>}
      action="Disable the account"
      onConfirm={() => change("disabled")}
    >
      <p>
        Requests with its keys are refused, and its jobs that have not ended fail; what they hold is given back. It can
        be enabled again.
      </p>
      {isOwn && <p>You are signed in with a key of this account: you cannot enable it again from here.</p>}
    </Confirm>
  );
}
