import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../../design/notice.tsx";
import styles from "./pages.module.css";
import type { Size } from "./size.ts";

interface ImageCanvasProps {
  readonly blob: Blob;
  readonly name: string;
  /** The widest that it is drawn, in pixels. */
  readonly widest?: number;
  /** What is drawn over the image. */
  readonly children?: ReactNode;
}

const WIDEST = 1800;

/** An image, decoded beside the page and at the size in which it is seen, so that a large one does not hold the page up. */
export function ImageCanvas({ blob, name, widest = WIDEST, children }: ImageCanvasProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<Size>();
  const [isBad, setIsBad] = useState(false);
  useEffect(() => {
    let isWanted = true;
    setIsBad(false);
    const draw = async (): Promise<void> => {
      const natural = await sizeOf(blob);
      if (!isWanted) {
        return;
      }
      setSize(natural);
      const scale = Math.min(1, widest / Math.max(natural.width, 1), (2 * widest) / Math.max(natural.height, 1));
      const resizeWidth = Math.max(1, Math.round(natural.width * scale));
      const resizeHeight = Math.max(1, Math.round(natural.height * scale));
      const bitmap = await createImageBitmap(blob, { resizeWidth, resizeHeight, resizeQuality: "medium" });
      const target = canvas.current;
      if (isWanted && target !== null) {
        target.width = bitmap.width;
        target.height = bitmap.height;
        target.getContext("2d")?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    };
    draw().catch(() => isWanted && setIsBad(true));
    return () => {
      isWanted = false;
    };
  }, [blob, widest]);
  if (isBad) {
    return <Notice kind="warn">The image cannot be shown here; it can be kept all the same.</Notice>;
  }
  return (
    <div
      className={styles["sheet"]}
      style={size && { aspectRatio: `${size.width} / ${size.height}`, maxWidth: size.width }}
    >
      <canvas ref={canvas} role="img" aria-label={name} />
      {size !== undefined && children}
    </div>
  );
}

/** Returns the size of an image, of which the head alone is read for it. */
async function sizeOf(blob: Blob): Promise<Size> {
  const address = URL.createObjectURL(blob);
  try {
    return await new Promise<Size>((resolve, reject) => {
      const image = new Image();
      image.addEventListener("load", () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
      image.addEventListener("error", () => reject(new Error("not an image")));
      image.src = address;
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
