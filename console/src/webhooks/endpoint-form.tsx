import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { asProblem, type Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { SwitchField } from "../design/switch-field.tsx";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import { EventChoice } from "./event-choice.tsx";
import type { Endpoint } from "./events.ts";
import styles from "./webhooks.module.css";

interface EndpointFormProps {
  readonly endpoint: Endpoint;
  onSaved(): void;
}

/** Changes an endpoint: where events go, which ones, and whether they go at all. */
export function EndpointForm({ endpoint, onSaved }: EndpointFormProps): ReactNode {
  const { client } = useSession();
  const [url, setUrl] = useState(endpoint.url);
  const [description, setDescription] = useState(endpoint.description);
  const [events, setEvents] = useState(endpoint.events as readonly Endpoint["events"][number][]);
  const [isEnabled, setIsEnabled] = useState(endpoint.enabled);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const change = {
    ...(url !== endpoint.url && { url }),
    ...(description !== endpoint.description && { description }),
    ...(isOther(events, endpoint.events) && { events: [...events] }),
    ...(isEnabled !== endpoint.enabled && { enabled: isEnabled }),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    client
      .PATCH("/api/v1/webhooks/{id}", { params: { path: { id: endpoint.endpoint_id } }, body: change })
      .then(onSaved, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setIsBusy(false));
  };
  const urlFault = problem?.faults.find(({ loc }) => loc[1] === "url")?.msg;
  return (
    <Form className={styles["form"]!} onSubmit={submit} validationBehavior="aria">
      <TextField
        label="Address"
        type="url"
        isRequired
        maxLength={2048}
        value={url}
        onChange={setUrl}
        error={urlFault}
      />
      <TextField label="Description" maxLength={500} value={description} onChange={setDescription} />
      <EventChoice value={events} onChange={setEvents} />
      <SwitchField
        label="Send events"
        hint="Without it, what is on its way is given up."
        isSelected={isEnabled}
        onChange={setIsEnabled}
      />
      {problem !== undefined && urlFault === undefined && <ProblemNotice problem={problem} />}
      <div>
        <Button
          kind="primary"
          type="submit"
          isDisabled={isBusy || Object.keys(change).length === 0 || events.length === 0 || url === ""}
        >
          Save
        </Button>
      </div>
    </Form>
  );
}

const isOther = (chosen: readonly string[], known: readonly string[]): boolean =>
  chosen.length !== known.length || chosen.some((event) => !known.includes(event));
