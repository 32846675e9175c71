import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import type { components } from "../api/schema.d.ts";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import { EventChoice } from "./event-choice.tsx";
import { EVENTS, type EventType } from "./events.ts";
import { NewSecret } from "./new-secret.tsx";
import styles from "./webhooks.module.css";

type NewWebhookEndpoint = components["schemas"]["NewWebhookEndpoint"];

/** The button and the dialog that make an endpoint, and show its secret once. */
export const NewEndpoint = ({ onCreated }: { onCreated(): void }): ReactNode => (
  <Dialog title="New endpoint" trigger={<Button kind="primary">New endpoint</Button>}>
    {(close) => <NewEndpointForm onCreated={onCreated} close={close} />}
  </Dialog>
);

function NewEndpointForm({ onCreated, close }: { onCreated(): void; close(): void }): ReactNode {
  const { client } = useSession();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<readonly EventType[]>(EVENTS.map(([event]) => event));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [created, setCreated] = useState<NewWebhookEndpoint>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const body = { url: url.trim(), events: [...events], ...(description !== "" && { description }) };
      setCreated(bodyOf(await client.POST("/api/v1/webhooks", { body })));
      onCreated();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setIsBusy(false);
    }
  };
  if (created !== undefined) {
    return (
      <>
        <NewSecret secret={created.secret} />
        <DialogActions>
          <Link href={`/webhooks/${created.endpoint_id}`}>Open the endpoint, send a test</Link>
          <Button kind="primary" onPress={close}>
            I have kept it
          </Button>
        </DialogActions>
      </>
    );
  }
  const urlFault = problem?.faults.find(({ loc }) => loc[1] === "url")?.msg;
  return (
    <Form className={styles["form"]!} onSubmit={(event) => void submit(event)} validationBehavior="aria">
      <TextField
        label="Address"
        type="url"
        isRequired
        autoFocus
        maxLength={2048}
        placeholder="https://hooks.example/quire"
        value={url}
        onChange={setUrl}
        hint="http or https; no private address."
        error={urlFault}
      />
      <TextField label="Description" maxLength={500} value={description} onChange={setDescription} />
      <EventChoice value={events} onChange={setEvents} />
      {problem !== undefined && urlFault === undefined && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={close}>Cancel</Button>
        <Button kind="primary" type="submit" isDisabled={isBusy || url.trim() === "" || events.length === 0}>
          Create
        </Button>
      </DialogActions>
    </Form>
  );
}
