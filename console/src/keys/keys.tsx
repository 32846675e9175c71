import type { ReactNode } from "react";
import { Page } from "../design/page.tsx";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { KeyList } from "./key-list.tsx";

const ABOUT = "Each program has a key of its own, so that it can be revoked by itself.";

/** The keys of the account of the key in use. */
export function Keys(): ReactNode {
  const { may } = useSession();
  return may("account") || may("admin") ? (
    <Page title="Keys" about={ABOUT}>
      <KeyList />
    </Page>
  ) : (
    <RefusedPage title="Keys" about={ABOUT} what="keys" scopes={["account", "admin"]} />
  );
}
