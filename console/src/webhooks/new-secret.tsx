import type { ReactNode } from "react";
import { CopyButton } from "../design/copy-button.tsx";
import { Notice } from "../design/notice.tsx";
import styles from "./webhooks.module.css";

/** A secret that is shown once: it signs the events, and whoever receives them checks them with it. */
export const NewSecret = ({
  secret,
  children,
}: {
  readonly secret: string;
  readonly children?: ReactNode;
}): ReactNode => (
  <Notice kind="good" title="Keep the secret now: it is not shown again">
    <div className={styles["form"]}>
      <code className={styles["secret"]}>{secret}</code>
      <div className={styles["row"]}>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      <p>Check the signature of each event with it, by any library for Standard Webhooks.</p>
      {children}
    </div>
  </Notice>
);
