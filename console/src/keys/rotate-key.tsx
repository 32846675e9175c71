import { type ReactNode, useState } from "react";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { Dialog } from "../design/dialog.tsx";
import { DialogForm } from "../design/dialog-form.tsx";
import { Notice } from "../design/notice.tsx";
import { shownTime } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import type { Key } from "./key-state.tsx";
import { NewSecret } from "./new-secret.tsx";

const GRACES = [
  { id: "0", label: "Not at all" },
  { id: "3600", label: "An hour" },
  { id: "86400", label: "A day" },
  { id: "604800", label: "A week" },
  { id: "2592000", label: "30 days" },
];

interface RotateKeyProps {
  readonly value: Key;
  /** Whether it is the key that one is signed in with. */
  readonly isOwn: boolean;
  onRotated(): void;
}

/** The button that gives a key a new secret, which is shown once. */
export function RotateKey({ value, isOwn, onRotated }: RotateKeyProps): ReactNode {
  const [rotated, setRotated] = useState<components["schemas"]["RotatedKey"]>();
  return (
    <Dialog
      title={rotated === undefined ? `A new secret for ${value.name}` : `${value.name} has a new secret`}
      trigger={<Button aria-label={`Rotate ${value.name}`}>Rotate</Button>}
      isLocked={rotated !== undefined}
    >
      {(close) =>
        rotated === undefined ? (
          <RotateForm
            value={value}
            isOwn={isOwn}
            onCancel={close}
            onRotated={(answer) => {
              setRotated(answer);
              onRotated();
            }}
          />
        ) : (
          <NewSecret
            secret={rotated.key}
            about={<p>The old secret works until {shownTime(rotated.old_key_expires_at)}.</p>}
            onStored={() => {
              close();
              setRotated(undefined);
            }}
          />
        )
      }
    </Dialog>
  );
}

interface RotateFormProps extends Pick<RotateKeyProps, "value" | "isOwn"> {
  onCancel(): void;
  onRotated(answer: components["schemas"]["RotatedKey"]): void;
}

function RotateForm({ value, isOwn, onCancel, onRotated }: RotateFormProps): ReactNode {
  const { client } = useSession();
  const [grace, setGrace] = useState("86400");
  return (
    <DialogForm
      action="Make a new secret"
      isWhole
      fields={[]}
      onCancel={onCancel}
      onSubmit={async () =>
        onRotated(
          bodyOf(
            await client.POST("/api/v1/keys/{id}/rotate", {
              params: { path: { id: value.key_id } },
              body: { grace_seconds: Number(grace) },
            }),
          ),
        )
      }
    >
      {() => (
        <>
          <p>The key keeps its name, its scopes and its limits. Only its secret becomes another one.</p>
          <ChoiceField
            label="The old secret goes on working for"
            options={GRACES}
            value={grace}
            onChange={setGrace}
            hint="Time to put the new secret wherever the old one is."
          />
          {isOwn && (
            <Notice kind="warn">
              You are signed in with this key. Sign in with the new secret when the old one has ended.
            </Notice>
          )}
        </>
      )}
    </DialogForm>
  );
}
