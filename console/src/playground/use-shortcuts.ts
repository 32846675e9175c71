import { type RefObject, useEffect } from "react";

/** Ctrl+Enter (on a Mac also Cmd+Enter) sends a form from anywhere in the page; Escape cancels what is under way. */
export function useShortcuts(form: RefObject<HTMLFormElement | null>, onCancel: (() => void) | undefined): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) {
        return;
      }
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.current?.requestSubmit();
      } else if (event.key === "Escape" && onCancel !== undefined) {
        event.preventDefault();
        onCancel();
      }
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [form, onCancel]);
}
