import type { ReactNode } from "react";
import { ImageCanvas } from "../pages/image-canvas.tsx";
import styles from "./results.module.css";

/** A result or a source that is an image. */
export const ImageResult = ({ blob, name }: { readonly blob: Blob; readonly name: string }): ReactNode => (
  <div className={styles["image"]}>
    <ImageCanvas blob={blob} name={name} />
  </div>
);
