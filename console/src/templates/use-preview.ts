import { useCallback, useEffect, useState } from "react";
import type { ApiClient } from "../api/client.ts";
import { bodyOf } from "../api/client.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import type { components } from "../api/schema.d.ts";
import type { Answer } from "../playground/send.ts";
import { useSession } from "../session/session.tsx";
import { faultOf, objectIn, type Stored } from "./draft.ts";

/** Whoever types is waited for this long. */
const WAIT_MS = 900;

interface Shown {
  readonly answer: Answer;
  readonly tookMs: number;
  /** The job that the preview became, where it takes long. */
  readonly job: string | undefined;
}

interface PreviewState {
  readonly shown: Shown | undefined;
  readonly problem: Problem | undefined;
  readonly isBusy: boolean;
  /** The credits that the previews of this page have cost. */
  readonly credits: number;
  /** Prints it now. */
  print(): void;
}

/** Prints the stored template with the data of the editor, a while after they were last changed; the last print stays meanwhile. */
export function usePreview(stored: Stored, sample: string, { isLive }: { readonly isLive: boolean }): PreviewState {
  const { client } = useSession();
  const [state, setState] = useState<Omit<PreviewState, "print">>({
    shown: undefined,
    problem: undefined,
    isBusy: false,
    credits: 0,
  });
  const [wanted, setWanted] = useState(0);
  const [done, setDone] = useState({ wanted: 0, of: "" });
  const { slug, version } = stored.template;
  const data = faultOf(sample) === undefined ? JSON.stringify(objectIn(sample) ?? {}) : undefined;
  const of = `${stored.etag} ${data}`;
  const isDue = data !== undefined && (wanted !== done.wanted || (isLive && done.of !== of));
  useEffect(() => {
    if (!isDue) {
      return;
    }
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      setState((known) => ({ ...known, isBusy: true }));
      try {
        const { shown, credits } = await printed(client, { slug, version, data }, controller.signal);
        setState((known) => ({ shown, problem: undefined, isBusy: false, credits: known.credits + credits }));
      } catch (error) {
        if (controller.signal.aborted) {
          return;
        }
        setState((known) => ({ ...known, problem: asProblem(error), isBusy: false }));
      }
      setDone({ wanted, of });
    };
    const timer = setTimeout(() => void run(), wanted !== done.wanted || done.of === "" ? 0 : WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      setState((known) => (known.isBusy ? { ...known, isBusy: false } : known));
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `done` changes at its end alone
  }, [client, slug, version, data, of, isDue, wanted]);
  return { ...state, print: useCallback(() => setWanted((known) => known + 1), []) };
}

interface Wanted {
  readonly slug: string;
  readonly version: number;
  readonly data: string;
}

async function printed(
  client: ApiClient,
  { slug, version, data }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly shown: Shown; readonly credits: number }> {
  const startedAt = performance.now();
  type Body = components["schemas"]["PreviewTemplateBody"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API has defaults for the members that its description calls required
  const body = { variables: JSON.parse(data), version } as unknown as Body;
  const answer = await client.POST("/api/v1/templates/{slug}/preview", {
    params: { path: { slug } },
    body,
    parseAs: "blob",
    signal,
  });
  const blob = await new Response(bodyOf(answer)).blob();
  const { headers, status } = answer.response;
  const job: { readonly job_id: string } | undefined = status === 202 ? JSON.parse(await blob.text()) : undefined;
  return {
    shown: {
      answer: { status, mediaType: headers.get("content-type") ?? "", filename: `${slug}.pdf`, blob, headers },
      tookMs: performance.now() - startedAt,
      job: job?.job_id,
    },
    credits: Number(headers.get("x-credits-charged") ?? 0),
  };
}
