import { type ReactNode, useEffect, useState } from "react";
import styles from "./results.module.css";

/** A result that is an image. */
export function ImageResult({ blob, name }: { readonly blob: Blob; readonly name: string }): ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address === undefined ? null : <img className={styles["image"]} src={address} alt={name} />;
}
