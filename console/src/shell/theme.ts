import { useEffect, useState } from "react";

/** Light, dark, or whatever the system has. */
export type Theme = "system" | "light" | "dark";

const STORED_AS = "quire.theme";

/** Returns the theme that was chosen on this machine, and what chooses another one. */
export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  useEffect(() => {
    if (theme === "system") {
      delete document.documentElement.dataset["theme"];
      localStorage.removeItem(STORED_AS);
    } else {
      document.documentElement.dataset["theme"] = theme;
      localStorage.setItem(STORED_AS, theme);
    }
  }, [theme]);
  return [theme, setTheme];
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return stored === "light" || stored === "dark" ? stored : "system";
}
