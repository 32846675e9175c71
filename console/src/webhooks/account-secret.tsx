import { type ReactNode, useCallback, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Button } from "../design/button.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { Card, Loading } from "../design/page.tsx";
import { shownTime } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import styles from "./webhooks.module.css";

/** The secret of the account, which signs what is sent to the `webhook_url` of single requests; shown when it is asked for. */
export function AccountSecret(): ReactNode {
  const { client } = useSession();
  const [isShown, setIsShown] = useState(false);
  const [turn, setTurn] = useState(0);
  const rotate = async (graceSeconds: number): Promise<ReactNode> => {
    await client.POST("/api/v1/webhooks/secret/rotate", { body: { grace_seconds: graceSeconds } });
    setTurn((known) => known + 1);
    setIsShown(true);
    return <Notice kind="good">The new secret is shown in the page, and can be read there again at any time.</Notice>;
  };
  return (
    <Card
      title="Secret of the account"
      actions={
        <>
          <Button aria-expanded={isShown} onPress={() => setIsShown(!isShown)}>
            {isShown ? "Hide it" : "Show it"}
          </Button>
          <RotateSecret title="Rotate the secret of the account" rotate={rotate} />
        </>
      }
    >
      <p className={styles["soft"]}>
        It signs what is sent to the webhook_url of a single request. Endpoints have their own.
      </p>
      {isShown && <ShownSecret key={turn} />}
    </Card>
  );
}

function ShownSecret(): ReactNode {
  const { client } = useSession();
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) => bodyOf(await client.GET("/api/v1/webhooks/secret", { signal })),
      [client],
    ),
  );
  if (problem !== undefined) {
    return <ProblemNotice problem={problem} onRetry={reload} />;
  }
  if (data === undefined) {
    return <Loading lines={2} />;
  }
  return (
    <>
      <div className={styles["row"]}>
        <code className={styles["secret"]}>{data.secret}</code>
        <CopyButton text={data.secret} label="Copy the secret" />
      </div>
      {data.older_secrets.map(({ secret, expires_at: expiresAt }) => (
        <p key={secret} className={styles["soft"]}>
          An older one, <code>{secret.slice(0, 12)}…</code>, signs until {shownTime(expiresAt)}.
        </p>
      ))}
    </>
  );
}
