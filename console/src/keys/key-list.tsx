import { type ReactNode, useCallback, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { SwitchField } from "../design/switch-field.tsx";
import { usePages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { CreateKey } from "./create-key.tsx";
import { isDead } from "./key-state.tsx";
import { KeyTable } from "./key-table.tsx";
import { useOwnKey } from "./use-own-key.ts";

const EVERY_MS = 30_000;
const PER_PAGE = 100;

/** The keys of an account: of the one of the key in use, or of another one for an admin. */
export function KeyList({ accountId }: { readonly accountId?: string }): ReactNode {
  const { client } = useSession();
  const [showsDead, setShowsDead] = useState(false);
  const pages = usePages();
  const { cursor } = pages;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/keys", {
            params: {
              query: {
                limit: PER_PAGE,
                ...(accountId === undefined ? {} : { account_id: accountId }),
                ...(cursor === undefined ? {} : { cursor }),
              },
            },
            signal,
          }),
        ),
      [client, accountId, cursor],
    ),
    { everyMs: EVERY_MS },
  );
  const ownKeyId = useOwnKey()?.key_id;
  const shown = data?.items.filter((key) => showsDead || !isDead(key));
  return (
    <Card title="Keys" actions={<CreateKey accountId={accountId} onCreated={reload} />}>
      <SwitchField label="Show revoked and expired keys too" isSelected={showsDead} onChange={setShowsDead} />
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {shown === undefined ? (
        problem === undefined && <Loading lines={6} />
      ) : shown.length === 0 ? (
        <Empty title={data?.items.length === 0 ? "No keys yet" : "No key here works any more"}>
          <p>A program needs a key to use the service. Create one, with no more scopes than it needs.</p>
        </Empty>
      ) : (
        <KeyTable keys={shown} ownKeyId={ownKeyId} onChanged={reload} />
      )}
      <Pager pages={pages} nextCursor={data?.next_cursor} of="keys" />
    </Card>
  );
}
