import { type ReactNode, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { faultOf } from "../api/fault-of.ts";
import { CheckGroup } from "../design/check-group.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { DialogForm } from "../design/dialog-form.tsx";
import formStyles from "../design/form.module.css";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import { bodyOfDraft, DRAFT_FIELDS, isWhole, type KeyDraft, NEW_DRAFT } from "./key-draft.ts";
import { mayGive, SCOPES, type Scope } from "./key-scopes.ts";

const MODES = [
  { id: "same", label: "As the key in use" },
  { id: "live", label: "Live" },
  { id: "test", label: "Test" },
] as const;

const EXPIRIES = [
  { id: "never", label: "Never" },
  { id: "7", label: "In 7 days" },
  { id: "30", label: "In 30 days" },
  { id: "90", label: "In 90 days" },
  { id: "365", label: "In a year" },
  { id: "on", label: "On a day …" },
];

interface CreateKeyFormProps {
  readonly accountId: string | undefined;
  onCancel(): void;
  /** Given the key itself, which is answered once. */
  onCreated(key: string): void;
}

/** The form of a new key. */
export function CreateKeyForm({ accountId, onCancel, onCreated }: CreateKeyFormProps): ReactNode {
  const { client, limits } = useSession();
  const [draft, setDraft] = useState<KeyDraft>(NEW_DRAFT);
  const enter = (part: Partial<KeyDraft>): void => setDraft((known) => ({ ...known, ...part }));
  return (
    <DialogForm
      action="Create the key"
      isWhole={isWhole(draft)}
      fields={DRAFT_FIELDS}
      onCancel={onCancel}
      onSubmit={async () =>
        onCreated(bodyOf(await client.POST("/api/v1/keys", { body: bodyOfDraft(draft, accountId) })).key)
      }
    >
      {(problem) => (
        <>
          <TextField
            label="Name"
            hint="What uses the key, such as the name of a server."
            value={draft.name}
            onChange={(name) => enter({ name })}
            error={faultOf(problem, "name")}
            maxLength={200}
            isRequired
            autoFocus
          />
          <Scopes held={limits.key_scopes} draft={draft} error={faultOf(problem, "scopes")} onChange={enter} />
          <div className={formStyles["pair"]}>
            <ChoiceField
              label="Mode"
              hint="A test key is charged nothing and has lower limits."
              options={MODES}
              value={draft.mode}
              error={faultOf(problem, "mode")}
              onChange={(id) => enter({ mode: MODES.find((mode) => mode.id === id)?.id ?? "same" })}
            />
            <ChoiceField
              label="Expires"
              options={EXPIRIES}
              value={draft.expires}
              error={faultOf(problem, "expires_at")}
              onChange={(expires) => enter({ expires })}
            />
          </div>
          {draft.expires === "on" && (
            <TextField
              label="Last day"
              type="date"
              value={draft.expiresOn}
              onChange={(expiresOn) => enter({ expiresOn })}
              isRequired
            />
          )}
          <div className={formStyles["pair"]}>
            <TextField
              label="Operations per minute"
              hint={`Empty: as the key in use; at most ${limits.requests_per_minute}, unless that is an admin's.`}
              inputMode="numeric"
              pattern="[0-9]*"
              value={draft.rateLimit}
              onChange={(text) => enter({ rateLimit: digitsOf(text) })}
              error={faultOf(problem, "rate_limit")}
            />
            <TextField
              label="Operations at the same time"
              hint={`Empty: as the key in use; at most ${limits.concurrency}, unless that is an admin's.`}
              inputMode="numeric"
              pattern="[0-9]*"
              value={draft.concurrency}
              onChange={(text) => enter({ concurrency: digitsOf(text) })}
              error={faultOf(problem, "concurrency")}
            />
          </div>
          <TextField
            label="Allowed addresses"
            hint="Addresses or networks that may use the key, such as 192.0.2.0/24, one in a line. Empty: as the key in use."
            isMultiline
            value={draft.addresses}
            onChange={(addresses) => enter({ addresses })}
            error={faultOf(problem, "allowed_addresses")}
          />
        </>
      )}
    </DialogForm>
  );
}

interface ScopesProps {
  /** The scopes of the key in use. */
  readonly held: readonly Scope[];
  readonly draft: KeyDraft;
  readonly error: string | undefined;
  onChange(part: Partial<KeyDraft>): void;
}

const Scopes = ({ held, draft: { scopes }, error, onChange }: ScopesProps): ReactNode => (
  <CheckGroup
    label="Scopes"
    hint="What the key may be used for; less is safer."
    options={SCOPES.filter(({ id }) => mayGive(held, id)).map((scope) => ({
      ...scope,
      isDisabled: scopes.includes("*") && scope.id !== "*" && scope.id !== "admin",
    }))}
    value={scopes}
    error={error}
    onChange={(chosen) =>
      onChange({ scopes: chosen.includes("*") ? chosen.filter((id) => id === "*" || id === "admin") : chosen })
    }
  />
);

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, "");
