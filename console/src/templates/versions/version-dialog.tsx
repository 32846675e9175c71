import { type ReactNode, useCallback } from "react";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { Notice, ProblemNotice } from "../../design/notice.tsx";
import { Loading } from "../../design/page.tsx";
import { useSession } from "../../session/session.tsx";
import type { Template } from "../draft.ts";
import { Editor } from "../editor/editor.tsx";
import { readVersion } from "../read-template.ts";

interface VersionDialogProps {
  readonly slug: string;
  readonly version: number;
  /** Whether the editor has changes that would be lost. */
  readonly isChanged: boolean;
  onRestore(template: Template): void;
  onClose(): void;
}

/** A version as it was, to be read, and to be put into the editor. */
export function VersionDialog({ slug, version, isChanged, onRestore, onClose }: VersionDialogProps): ReactNode {
  const { client, may } = useSession();
  const { data, problem, reload } = useResource(
    useCallback((signal: AbortSignal) => readVersion(client, { slug, version }, signal), [client, slug, version]),
  );
  const restore = (template: Template): void => {
    onRestore(template);
    onClose();
  };
  return (
    <Dialog title={`Version ${version} of ${slug}`} isOpen onClose={onClose}>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      {data === undefined ? (
        problem === undefined && <Loading lines={10} />
      ) : (
        <>
          <Editor label={`Template, version ${version}`} language={data.format} value={data.content} isReadOnly />
          {isChanged && <Notice kind="warn">What you have not saved in the editor is replaced.</Notice>}
          <DialogActions>
            <Button onPress={onClose}>Close</Button>
            {may("templates:write") && <Button onPress={() => restore(data)}>Put it into the editor</Button>}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
