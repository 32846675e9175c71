import { type ReactNode, useEffect, useState } from "react";
import styles from "./download.module.css";

/** A link that keeps what is shown as a file. */
export function Download({ blob, filename }: { readonly blob: Blob; readonly filename: string }): ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <a className={styles["download"]} href={address} download={filename || "result"}>
      Download {filename || "result"}
    </a>
  );
}
