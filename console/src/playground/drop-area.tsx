import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from "react";
import styles from "./playground.module.css";

interface DropAreaProps {
  readonly children: ReactNode;
  onFiles(files: readonly File[]): void;
  /** Takes text that was pasted beside the fields; returns whether there is a field for it. */
  onText(text: string): boolean;
}

/** Takes files that are dropped or pasted anywhere in it, and text that is pasted outside its fields. */
export function DropArea({ children, onFiles, onText }: DropAreaProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent): void => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      setIsOver(true);
    }
  };
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    // A field of files that was hit itself has taken them.
    if (!event.defaultPrevented && event.dataTransfer.files.length > 0) {
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    }
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.defaultPrevented) {
      return;
    }
    const files = [...event.clipboardData.files];
    const isField = event.target instanceof Element && event.target.closest("input, textarea") !== null;
    if (files.length > 0) {
      event.preventDefault();
      onFiles(files);
    } else if (!isField && onText(event.clipboardData.getData("text/plain"))) {
      event.preventDefault();
    }
  };
  return (
    <div
      className={styles["drop"]}
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
      onPaste={paste}
    >
      {children}
    </div>
  );
}
