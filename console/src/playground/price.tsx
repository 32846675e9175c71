import { type ReactNode, useEffect, useState } from "react";
import { addressOf } from "../api/base.ts";
import type { components } from "../api/schema.d.ts";
import { useSession } from "../session/session.tsx";
import styles from "./playground.module.css";
import { formDataOf, type Part } from "./request.ts";

type Estimate = components["schemas"]["Estimate"];

const WAIT_MS = 400;
/** Larger files are not sent twice for their price. */
const MOST_BYTES = 20_000_000;

/** Returns what a call will cost, as the service estimates it for what has been entered; undefined where it cannot be told. */
export function useEstimate(operation: string, parts: readonly Part[], isReady: boolean): Estimate | undefined {
  const { apiKey } = useSession();
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    setEstimate(undefined);
    const bytes = parts.reduce((sum, part) => sum + ("file" in part ? part.file.size : 0), 0);
    if (!isReady || parts.length === 0 || bytes > MOST_BYTES) {
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const form = formDataOf([{ name: "operation", text: operation }, ...parts]);
      fetch(addressOf("/api/v1/estimate"), {
        method: "POST",
        headers: { "X-API-Key": apiKey },
        body: form,
        signal: controller.signal,
      })
        .then(async (response) => (response.ok ? setEstimate(await response.json()) : undefined))
        .catch(() => undefined);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [apiKey, operation, parts, isReady]);
  return estimate;
}

/** Returns credits in words. */
export const creditsInWords = (credits: number | string): string =>
  `${credits} ${String(credits) === "1" ? "credit" : "credits"}`;

/** Returns an estimate in a few words. */
export const estimateInWords = ({ credits, is_minimum: isMinimum }: Estimate): string =>
  isMinimum === true ? `at least ${creditsInWords(credits)}` : creditsInWords(credits);

interface PriceProps {
  /** The price in words, which is shown while there is no estimate. */
  readonly words: string;
  readonly estimate: Estimate | undefined;
}

/** What the call will cost. */
export function Price({ words, estimate }: PriceProps): ReactNode {
  if (estimate === undefined) {
    return <p className={styles["price"]}>{words.replaceAll("`", "")}</p>;
  }
  const credits = estimateInWords(estimate);
  return (
    <p className={styles["price"]}>
      {credits[0]?.toUpperCase()}
      {credits.slice(1)}
      {estimate.pages > 0 && ` for ${estimate.pages} ${estimate.pages === 1 ? "page" : "pages"}`}
      {!estimate.affordable && ` – ${estimate.available} are left`}
      {estimate.mode === "async" && " · will be a job"}
    </p>
  );
}
