import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "../design/button.tsx";
import { useOwnKey } from "../keys/use-own-key.ts";
import { useSession } from "../session/session.tsx";
import { PLACES } from "./navigation.ts";
import styles from "./shell.module.css";
import { type Theme, useTheme } from "./theme.ts";

const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

/** The frame of all pages: the navigation of the places that the key may see, the theme, and the way out. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const { apiKey, may, signOut } = useSession();
  const ownKey = useOwnKey();
  const [location] = useLocation();
  const [theme, chooseTheme] = useTheme();
  const [isOpen, setIsOpen] = useState(false);
  const places = PLACES.filter(({ scopes }) => scopes === undefined || scopes.some(may));
  return (
    <div className={styles["shell"]}>
      <a
        className={styles["skip"]}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("#content")?.focus();
        }}
      >
        Skip to the content
      </a>
      <header className={styles["bar"]}>
        <span className={styles["name"]}>Quire</span>
        <Button kind="quiet" aria-expanded={isOpen} aria-controls="navigation" onPress={() => setIsOpen(!isOpen)}>
          Menu
        </Button>
      </header>
      <nav id="navigation" className={styles["side"]} data-open={isOpen || undefined} aria-label="Console">
        <span className={styles["name"]}>Quire</span>
        <ul>
          {places.map(({ path, label }) => {
            const isHere = location === path || location.startsWith(`${path}/`);
            return (
              <li key={path}>
                <Link
                  href={path}
                  className={styles["place"]}
                  aria-current={isHere ? "page" : undefined}
                  onClick={() => setIsOpen(false)}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
        <div className={styles["foot"]}>
          <p className={styles["who"]}>
            Signed in as <strong>{ownKey?.name ?? `…${apiKey.slice(-4)}`}</strong>
          </p>
          <a href="./docs">API reference</a>
          <Button kind="quiet" onPress={() => chooseTheme(NEXT[theme])}>
            Theme: {theme}
          </Button>
          <Button kind="quiet" onPress={signOut}>
            Sign out
          </Button>
        </div>
      </nav>
      {children}
    </div>
  );
}
