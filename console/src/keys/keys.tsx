import type { ReactNode } from "react";
import { Empty, Page } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import { KeyList } from "./key-list.tsx";

/** The keys of the account of the key in use. */
export function Keys(): ReactNode {
  const { may } = useSession();
  return (
    <Page title="Keys" about="Each program has a key of its own, so that it can be revoked by itself.">
      {may("account") || may("admin") ? (
        <KeyList />
      ) : (
        <Empty title="This key may not see keys">
          <p>
            Sign in with a key that has the scope <code>account</code> or <code>admin</code>.
          </p>
        </Empty>
      )}
    </Page>
  );
}
