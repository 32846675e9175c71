import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { TextField } from "../design/text-field.tsx";
import { ACTIONS, ACTORS, type AuditFilter, NO_FILTER } from "./audit-filter.ts";
import styles from "./settings.module.css";

const ALL = "all";

/** The fields that find entries of the audit log. */
export function AuditFilters({ onShow }: { onShow(filter: AuditFilter): void }): ReactNode {
  const [draft, setDraft] = useState(NO_FILTER);
  const change = (fields: Partial<AuditFilter>): void => setDraft({ ...draft, ...fields });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onShow(draft);
  };
  const clear = (): void => {
    setDraft(NO_FILTER);
    onShow(NO_FILTER);
  };
  return (
    <Form className={styles["filters"]!} onSubmit={submit} aria-label="Filters of the audit log">
      <ChoiceField
        label="What was done"
        options={optionsOf(ACTIONS, "Everything")}
        value={draft.action || ALL}
        onChange={(id) => change({ action: isKeyOf(ACTIONS, id) ? id : "" })}
      />
      <ChoiceField
        label="By whom"
        options={optionsOf(ACTORS, "Anybody")}
        value={draft.actor || ALL}
        onChange={(id) => change({ actor: isKeyOf(ACTORS, id) ? id : "" })}
      />
      <TextField
        label="Account"
        value={draft.accountId}
        onChange={(accountId) => change({ accountId })}
        placeholder="acc_…"
      />
      <TextField label="Key" value={draft.keyId} onChange={(keyId) => change({ keyId })} placeholder="key_…" />
      <TextField label="From" type="datetime-local" value={draft.from} onChange={(from) => change({ from })} />
      <TextField label="Before" type="datetime-local" value={draft.to} onChange={(to) => change({ to })} />
      <div className={styles["buttons"]}>
        <Button kind="primary" type="submit">
          Show
        </Button>
        <Button onPress={clear}>Clear</Button>
      </div>
    </Form>
  );
}

const optionsOf = (
  words: Readonly<Record<string, string>>,
  all: string,
): readonly { readonly id: string; readonly label: string }[] => [
  { id: ALL, label: all },
  ...Object.entries(words).map(([id, label]) => ({ id, label })),
];

const isKeyOf = <Key extends string>(words: Readonly<Record<Key, string>>, id: string): id is Key =>
  Object.hasOwn(words, id);
