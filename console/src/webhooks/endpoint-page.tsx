import { type ReactNode, useCallback, useState } from "react";
import { Link, useLocation } from "wouter";
import { bodyOf } from "../api/client.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import { useResource } from "../api/use-resource.ts";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { Card, Loading, Page } from "../design/page.tsx";
import { shownTime } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import { EndpointDeliveries } from "./endpoint-deliveries.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointState } from "./endpoint-list.tsx";
import { DISABLED } from "./events.ts";
import { NewSecret } from "./new-secret.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import styles from "./webhooks.module.css";

const EVERY_MS = 5000;

/** An endpoint: what it is told of, a test, its secret, and what was sent to it. */
export function EndpointPage({ id }: { readonly id: string }): ReactNode {
  const { client } = useSession();
  const [, navigate] = useLocation();
  const [turn, setTurn] = useState(0);
  const [isTesting, setIsTesting] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const endpoint = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(await client.GET("/api/v1/webhooks/{id}", { params: { path: { id } }, signal })),
      [client, id],
    ),
    // What the endpoint answers may disable it.
    { everyMs: EVERY_MS },
  );
  const test = (): void => {
    setIsTesting(true);
    setProblem(undefined);
    client
      .POST("/api/v1/webhooks/{id}/test", { params: { path: { id } } })
      .then(
        () => setTurn((known) => known + 1),
        (error: unknown) => setProblem(asProblem(error)),
      )
      .finally(() => setIsTesting(false));
  };
  const rotate = async (graceSeconds: number): Promise<ReactNode> => {
    const rotated = bodyOf(
      await client.POST("/api/v1/webhooks/{id}/rotate", {
        params: { path: { id } },
        body: { grace_seconds: graceSeconds },
      }),
    );
    return (
      <NewSecret secret={rotated.secret}>
        <p>Until {shownTime(rotated.old_secret_expires_at)} the old one signs as well.</p>
      </NewSecret>
    );
  };
  const remove = async (): Promise<void> => {
    await client.DELETE("/api/v1/webhooks/{id}", { params: { path: { id } } });
    navigate("/webhooks");
  };
  const { data } = endpoint;
  return (
    <Page
      title={data?.url ?? "Endpoint"}
      about={<Link href="/webhooks">All webhooks</Link>}
      actions={
        data !== undefined && (
          <>
            <Confirm
              title="Delete the endpoint?"
              action="Delete it"
              trigger={<Button kind="danger">Delete</Button>}
              onConfirm={remove}
            >
              <p>{data.url} is told of nothing any more; what is on its way is given up.</p>
            </Confirm>
            <RotateSecret title="Rotate the secret of the endpoint" rotate={rotate} />
            <Button kind="primary" isDisabled={isTesting} onPress={test}>
              Send a test
            </Button>
          </>
        )
      }
    >
      {endpoint.problem !== undefined && <ProblemNotice problem={endpoint.problem} onRetry={endpoint.reload} />}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <Card title="Settings">
        {data === undefined ? (
          endpoint.problem === undefined && <Loading lines={9} />
        ) : (
          <>
            <div className={styles["row"]}>
              <EndpointState endpoint={data} />
              <span className={styles["soft"]}>Made {shownTime(data.created_at)}</span>
            </div>
            <EndpointForm key={data.updated_at} endpoint={data} onSaved={endpoint.reload} />
          </>
        )}
      </Card>
      {data !== undefined && !data.enabled && data.disabled_reason !== null && (
        <Notice kind="warn" title="It is disabled">
          {DISABLED[data.disabled_reason]} Enable it above, and events are sent again.
        </Notice>
      )}
      {data !== undefined && <EndpointDeliveries id={id} turn={turn} />}
    </Page>
  );
}
