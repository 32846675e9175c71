import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { Badge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { Card, Page } from "../design/page.tsx";
import { shownTime } from "../design/shown.ts";
import { useSession } from "../session/session.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { differingParts, draftOf, faultOf, JSON_PARTS, type Stored, type Template } from "./draft.ts";
import { Preview } from "./preview.tsx";
import { TemplateParts } from "./template-parts.tsx";
import styles from "./templates.module.css";
import { forgetDraft, useDraft } from "./use-draft.ts";
import { Versions } from "./versions/versions.tsx";

/** A template: its parts in an editor, what it prints beside them, and its versions. */
export function TemplatePage({ read }: { readonly read: Stored }): ReactNode {
  const { client, apiKey, may } = useSession();
  const [, navigate] = useLocation();
  const editing = useDraft(read);
  const [restored, setRestored] = useState<number>();
  const { stored, draft, isChanged, isSaving, problem, conflict } = editing;
  const { slug, name, builtin, version } = stored.template;
  const mayWrite = may("templates:write");
  const isWrong = JSON_PARTS.some((part) => faultOf(draft[part]) !== undefined);
  const canSave = mayWrite && isChanged && !isSaving && !isWrong && draft.content !== "" && conflict === undefined;
  const save = (): void => {
    setRestored(undefined);
    void editing.save();
  };
  const restore = (old: Template): void => {
    setRestored(old.version);
    editing.change(draftOf(old));
  };
  const remove = async (): Promise<void> => {
    await client.DELETE("/api/v1/templates/{slug}", {
      params: { path: { slug }, header: { "If-Match": stored.etag } },
    });
    forgetDraft(apiKey, slug);
    navigate("/templates");
  };
  const saveByKey = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      if (canSave) {
        save();
      }
    }
  };
  // What is typed counts for the preview only where it is data; the rest is printed as it was saved.
  const unsaved = differingParts({ ...draft, sample: "" }, { ...draftOf(stored.template), sample: "" });
  return (
    <Page
      title={name}
      about={<State template={stored.template} isChanged={isChanged} isSaving={isSaving} />}
      actions={
        <>
          {mayWrite && !builtin && (
            <Confirm
              title={`Delete “${name}”?`}
              action="Delete it"
              trigger={<Button kind="danger">Delete</Button>}
              onConfirm={remove}
            >
              <p>All its versions go with it. Requests that name {slug} fail from then on.</p>
            </Confirm>
          )}
          {isChanged && (
            <Confirm
              title="Undo all changes?"
              action="Undo them"
              trigger={<Button>Undo changes</Button>}
              onConfirm={async () => editing.revert()}
            >
              <p>What you have changed since version {version} is lost.</p>
            </Confirm>
          )}
          {mayWrite && (
            <Button kind="primary" isDisabled={!canSave} onPress={save} aria-keyshortcuts="Control+S">
              {isSaving ? "Saving…" : "Save"}
            </Button>
          )}
        </>
      }
    >
      <div className={styles["stack"]} onKeyDown={saveByKey}>
        {!mayWrite && (
          <Notice>This key may read templates. To change them, use one with the scope templates:write.</Notice>
        )}
        {problem !== undefined && <ProblemNotice problem={problem} />}
        {conflict !== undefined && <ConflictNotice editing={editing} conflict={conflict} />}
        {restored !== undefined && isChanged && (
          <Notice>Version {restored} is in the editor. Save it, and it is the newest one again.</Notice>
        )}
        <div className={styles["columns"]}>
          <Card title="Template">
            <TemplateParts editing={editing} isReadOnly={!mayWrite} />
          </Card>
          <Preview stored={stored} sample={draft.sample} hasUnsaved={unsaved.length > 0} />
        </div>
        {!builtin && <Versions stored={stored} draft={draft} isChanged={isChanged} onRestore={restore} />}
      </div>
    </Page>
  );
}

interface StateProps {
  readonly template: Template;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
}

const State = ({ template, isChanged, isSaving }: StateProps): ReactNode => (
  <span className={styles["row"]}>
    <Link href="/templates">All templates</Link>
    <code>{template.slug}</code>
    <span role="status">
      {isChanged && !isSaving ? (
        <Badge kind="warn">not saved</Badge>
      ) : (
        <Badge kind="good">{template.builtin ? "built-in" : `version ${template.version}`}</Badge>
      )}
    </span>
    {template.builtin ? "Saving a change makes a copy that is yours." : `Saved ${shownTime(template.updated_at)}`}
  </span>
);
