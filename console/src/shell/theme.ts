import { useSyncExternalStore } from "react";

/** Light, dark, or whatever the system has. */
export type Theme = "system" | "light" | "dark";

const STORED_AS = "quire.theme";

const listeners = new Set<() => void>();
let current = storedTheme();
apply();

/** Returns the theme that was chosen on this machine, and what chooses another one, for all of the page at once. */
export const useTheme = (): readonly [theme: Theme, choose: (theme: Theme) => void] => [
  useSyncExternalStore(listen, () => current),
  choose,
];

function choose(theme: Theme): void {
  current = theme;
  if (theme === "system") {
    localStorage.removeItem(STORED_AS);
  } else {
    localStorage.setItem(STORED_AS, theme);
  }
  apply();
  for (const listener of listeners) {
    listener();
  }
}

function apply(): void {
  if (current === "system") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = current;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return stored === "light" || stored === "dark" ? stored : "system";
}
