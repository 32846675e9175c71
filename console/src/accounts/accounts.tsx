import type { ReactNode } from "react";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { AccountList } from "./account-list.tsx";
import { AccountPage } from "./account-page.tsx";

/** The accounts of the service, or one of them; for admins. */
export function Accounts({ id }: { readonly id: string | undefined }): ReactNode {
  const { may } = useSession();
  if (!may("admin")) {
    return <RefusedPage title="Accounts" what="accounts" scopes={["admin"]} />;
  }
  return id === undefined ? <AccountList /> : <AccountPage key={id} id={id} />;
}
