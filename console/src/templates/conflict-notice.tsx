import { type ReactNode, useState } from "react";
import { Button } from "../design/button.tsx";
import { Confirm } from "../design/confirm.tsx";
import { Notice } from "../design/notice.tsx";
import { shownTime } from "../design/shown.ts";
import { draftOf } from "./draft.ts";
import styles from "./templates.module.css";
import type { Conflict, Editing } from "./use-draft.ts";
import { Differences } from "./versions/differences.tsx";

/** Says that the template was changed elsewhere, and lets the user look, and choose which text stays; nothing is lost before that. */
export function ConflictNotice({
  editing,
  conflict,
}: {
  readonly editing: Editing;
  readonly conflict: Conflict;
}): ReactNode {
  const [isCompared, setIsCompared] = useState(false);
  const { theirs } = conflict;
  if (theirs === undefined) {
    return (
      <Notice kind="warn" title="The template was deleted elsewhere">
        <p>Your text is still here, and not saved.</p>
        <div className={styles["row"]}>
          <Button isDisabled={editing.isSaving} onPress={() => void editing.save(conflict)}>
            Save it as a new template
          </Button>
        </div>
      </Notice>
    );
  }
  const { version, updated_at: updatedAt } = theirs.template;
  return (
    <Notice kind="warn" title="The template was changed elsewhere">
      <p>
        Version {version} was saved {shownTime(updatedAt)}, in another tab or by someone else. Your text is still here,
        and not saved.
      </p>
      <div className={styles["row"]}>
        <Button aria-expanded={isCompared} onPress={() => setIsCompared(!isCompared)}>
          {isCompared ? "Hide the differences" : "Show the differences"}
        </Button>
        <Button isDisabled={editing.isSaving} onPress={() => void editing.save(conflict)}>
          Save mine as the next version
        </Button>
        <Confirm
          title={`Take version ${version}?`}
          action="Take theirs"
          trigger={<Button>Take theirs</Button>}
          onConfirm={async () => editing.revert(theirs)}
        >
          <p>What you have changed is lost. To keep both, save yours: theirs stays as version {version}.</p>
        </Confirm>
      </div>
      {isCompared && <Differences before={draftOf(theirs.template)} after={editing.draft} />}
    </Notice>
  );
}
