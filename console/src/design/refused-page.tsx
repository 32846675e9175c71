import { Fragment, type ReactNode } from "react";
import { Empty, Page } from "./page.tsx";

interface RefusedPageProps {
  readonly title: string;
  readonly about?: string;
  /** What the key may not see, such as `jobs`. */
  readonly what: string;
  /** The scopes of which one is enough. */
  readonly scopes: readonly string[];
}

/** A page that the key in use may not see, with what it lacks. */
export const RefusedPage = ({ title, about, what, scopes }: RefusedPageProps): ReactNode => (
  <Page title={title} about={about}>
    <Empty title={`This key may not see ${what}`}>
      <p>
        Sign in with a key that has the scope{" "}
        {scopes.map((scope, index) => (
          <Fragment key={scope}>
            {index > 0 && " or "}
            <code>{scope}</code>
          </Fragment>
        ))}
        .
      </p>
    </Empty>
  </Page>
);
