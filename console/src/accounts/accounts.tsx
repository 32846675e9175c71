import type { ReactNode } from "react";
import { Empty, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { AccountList } from "./account-list.tsx";
import { AccountPage } from "./account-page.tsx";

/** The accounts of the service, or one of them; for admins. */
export function Accounts({ id }: { readonly id: string | undefined }): ReactNode {
  const { may } = useSession();
  if (!may("admin")) {
    return (
      <Page title="Accounts">
        <Empty title="This key may not see accounts">
          <p>
            Sign in with a key that has the scope <code>admin</code>.
          </p>
        </Empty>
      </Page>
    );
  }
  return id === undefined ? <AccountList /> : <AccountPage key={id} id={id} />;
}
