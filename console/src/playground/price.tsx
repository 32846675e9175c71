import { type ReactNode, useEffect, useState } from "react";
import { addressOf } from "../api/base.ts";
import type { components } from "../api/schema.d.ts";
import { useSession } from "../session/session.tsx";
import { formDataOf, type Part } from "./request.ts";
import styles from "./playground.module.css";

type Estimate = components["schemas"]["Estimate"];

const WAIT_MS = 400;
/** Larger files are not sent twice for their price. */
const MOST_BYTES = 20_000_000;

interface PriceProps {
  readonly operation: string;
  readonly words: string;
  readonly parts: readonly Part[];
}

/** What the call will cost, as the service estimates it for what has been entered; the price in words before that. */
export function Price({ operation, words, parts }: PriceProps): ReactNode {
  const { apiKey } = useSession();
  const [estimate, setEstimate] = useState<Estimate>();
  useEffect(() => {
    setEstimate(undefined);
    const files = parts.filter((part) => "file" in part);
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
    if (parts.length === 0 || bytes > MOST_BYTES) {
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
  }, [apiKey, operation, parts]);
  if (estimate === undefined) {
    return <p className={styles["price"]}>{words.replaceAll("`", "")}</p>;
  }
  const credits = `${estimate.credits} ${estimate.credits === 1 ? "credit" : "credits"}`;
  return (
    <p className={styles["price"]}>
      {estimate.is_minimum === true ? `At least ${credits}` : credits}
      {estimate.pages > 0 && ` for ${estimate.pages} ${estimate.pages === 1 ? "page" : "pages"}`}
      {!estimate.affordable && ` – ${estimate.available} are left`}
      {estimate.mode === "async" && " · will be a job"}
    </p>
  );
}
