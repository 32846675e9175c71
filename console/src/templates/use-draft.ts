import { useCallback, useEffect, useRef, useState } from "react";
import { bodyOf } from "../api/client.ts";
import { asProblem, Problem } from "../api/problem.ts";
import { useSession } from "../session/session.tsx";
import { bodyOfDraft, type Draft, differingParts, draftOf, type Stored } from "./draft.ts";
import { readTemplate } from "./read-template.ts";

/** Someone else has changed the template since it was read: what it is now, or undefined if it was deleted. */
export interface Conflict {
  readonly theirs: Stored | undefined;
}

/** A template that is being edited. */
export interface Editing {
  readonly stored: Stored;
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly problem: Problem | undefined;
  readonly conflict: Conflict | undefined;
  change(part: Partial<Draft>): void;
  /** Saves, unless the template was changed elsewhere; `over` is what is knowingly replaced then. */
  save(over?: Conflict): Promise<void>;
  /** Gives up the changes for what is stored. */
  revert(to?: Stored): void;
}

/** The drafts of this tab that are not saved: going to another page and back does not lose them. */
const kept = new Map<string, { readonly stored: Stored; readonly draft: Draft }>();

/** Forgets the draft of a template, as when it is deleted. */
export const forgetDraft = (apiKey: string, slug: string): boolean => kept.delete(`${apiKey}\n${slug}`);

/** Edits a template that was read: what is not saved is kept in memory, and a page that would lose it asks first. */
export function useDraft(read: Stored): Editing {
  const { client, apiKey } = useSession();
  const { slug } = read.template;
  const keptAs = `${apiKey}\n${slug}`;
  const [state, setState] = useState(() => kept.get(keptAs) ?? { stored: read, draft: draftOf(read.template) });
  const { stored, draft } = state;
  // Ctrl+S may follow what is typed before the page has been drawn with it.
  const latest = useRef(state);
  const set = useCallback((next: typeof state): void => {
    latest.current = next;
    setState(next);
  }, []);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [conflict, setConflict] = useState<Conflict | undefined>(() =>
    kept.has(keptAs) && stored.etag !== read.etag ? { theirs: read } : undefined,
  );
  const isChanged = differingParts(draft, draftOf(stored.template)).length > 0;
  useEffect(() => {
    if (!isChanged) {
      kept.delete(keptAs);
      return;
    }
    kept.set(keptAs, { stored, draft });
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged, keptAs, stored, draft]);

  const change = useCallback(
    (part: Partial<Draft>) => set({ ...latest.current, draft: { ...latest.current.draft, ...part } }),
    [set],
  );
  const revert = useCallback(
    (to: Stored = latest.current.stored) => {
      setConflict(undefined);
      setProblem(undefined);
      set({ stored: to, draft: draftOf(to.template) });
    },
    [set],
  );
  const save = async (over?: Conflict): Promise<void> => {
    const sent = latest.current;
    setIsSaving(true);
    setProblem(undefined);
    const condition =
      over !== undefined && over.theirs === undefined
        ? { "If-None-Match": "*" as const }
        : { "If-Match": (over?.theirs ?? sent.stored).etag };
    try {
      const answer = await client.PUT("/api/v1/templates/{slug}", {
        params: { path: { slug }, header: condition },
        body: bodyOfDraft(sent.draft),
      });
      const saved: Stored = { template: bodyOf(answer), etag: answer.response.headers.get("etag") ?? "" };
      // What was typed while it was being saved stays.
      const { draft: now } = latest.current;
      set({ stored: saved, draft: now === sent.draft ? draftOf(saved.template) : now });
      setConflict(undefined);
    } catch (error) {
      const failed = asProblem(error);
      if (failed.code === "precondition_failed") {
        setConflict({ theirs: await theirsOf(() => readTemplate(client, slug)).catch(() => sent.stored) });
      } else {
        setProblem(failed);
      }
    } finally {
      setIsSaving(false);
    }
  };
  return { stored, draft, isChanged, isSaving, problem, conflict, change, save, revert };
}

async function theirsOf(read: () => Promise<Stored>): Promise<Stored | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}
