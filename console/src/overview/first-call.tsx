import type { ReactNode } from "react";
import { Link } from "wouter";
import { addressOf } from "../api/base.ts";
import { CopyButton } from "../design/copy-button.tsx";
import { Card } from "../design/page.tsx";
import { useSession } from "../session/session.tsx";
import styles from "./overview.module.css";

const PLACEHOLDER = "YOUR_API_KEY";

/** How the first call is made, for an account that has not made one: a command to copy, with this service's address. */
export function FirstCall(): ReactNode {
  const { apiKey, may } = useSession();
  return (
    <Card title="Make the first call">
      <p className={styles["soft"]}>This account has not called an operation yet. It takes a minute:</p>
      <ol className={styles["steps"]}>
        <li>
          <p>
            Copy this command into a terminal. It prints a line of text as <code>hello.pdf</code>, for one credit.
          </p>
          <pre className={styles["sample"]} tabIndex={0} role="region" aria-label="The command of the first call">
            {commandWith(PLACEHOLDER)}
          </pre>
          <div className={styles["row"]}>
            <CopyButton text={commandWith(shellSafe(apiKey))} label="Copy with this key" />
            <CopyButton text={commandWith(PLACEHOLDER)} label="Copy without a key" />
          </div>
          {!may("convert") && (
            <p>
              The key in use lacks the scope <code>convert</code>, which this call needs: make a key that has it under{" "}
              <Link href="/keys">Keys</Link>.
            </p>
          )}
        </li>
        <li>
          <p>
            Open <code>hello.pdf</code>. This page shows the call within ten seconds.
          </p>
        </li>
        <li>
          <p>
            Try every other operation with files of your own in the <Link href="/playground">playground</Link>, or read{" "}
            <a href="./docs">the API reference</a>.
          </p>
        </li>
      </ol>
    </Card>
  );
}

const commandWith = (key: string): string =>
  [
    `curl -X POST '${addressOf("/api/v1/convert/text-to-pdf").replaceAll("'", "%27")}'`,
    `-H 'X-API-Key: ${key}'`,
    "--form-string 'text=Hello from Quire'",
    "-o hello.pdf",
  ].join(" \\\n  ");

/** A value within single quotes of a shell. */
const shellSafe = (value: string): string => value.replaceAll("'", String.raw`'\''`);
