import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

/** A button that copies a text, and says that it has. */
export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }): ReactNode {
  const [said, setSaid] = useState<string>();
  const copy = (): void => {
    navigator.clipboard
      .writeText(text)
      .then(() => setSaid("Copied"))
      .catch(() => setSaid("Select and copy it"))
      .finally(() => setTimeout(() => setSaid(undefined), SHOWN_MS));
  };
  return (
    <Button onPress={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  );
}
