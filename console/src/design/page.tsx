import { type ReactNode, useEffect } from "react";
import styles from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** What the page is for, in a sentence. */
  readonly about?: ReactNode;
  /** The buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the console: a heading, what can be done, and the content. The title of the window is the page's. */
export function Page({ title, about, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Quire`;
  }, [title]);
  return (
    <main className={styles["page"]} id="content" tabIndex={-1}>
      <header className={styles["header"]}>
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className={styles["about"]}>{about}</p>}
        </div>
        <div className={styles["actions"]}>{actions}</div>
      </header>
      {children}
    </main>
  );
}

/** A part of a page on a surface of its own. */
export const Card = ({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode => (
  <section className={styles["card"]} aria-label={title}>
    {title !== undefined && (
      <header className={styles["header"]}>
        <h2>{title}</h2>
        <div className={styles["actions"]}>{actions}</div>
      </header>
    )}
    {children}
  </section>
);

/** What is shown where there is nothing yet, with what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode => (
  <div className={styles["empty"]}>
    <p className={styles["title"]}>{title}</p>
    {children}
  </div>
);

/** Holds the place of content that is being read, so that nothing moves when it comes. */
export const Loading = ({ lines = 3 }: { readonly lines?: number }): ReactNode => (
  <div role="status" className={styles["loading"]}>
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className={styles["line"]} />
    ))}
  </div>
);
