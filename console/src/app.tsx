import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import { Loading, Page } from "./design/page.tsx";
import { SessionProvider, useSessionState } from "./session/session.tsx";
import { SignIn } from "./session/sign-in.tsx";
import { FaultBoundary } from "./shell/fault-boundary.tsx";
import { Shell } from "./shell/shell.tsx";
import { useHashPlace } from "./shell/use-hash-place.ts";

/** The files of each place: read when it is opened for the first time, or before that, when the browser has nothing to do. */
const FILES = {
  accounts: () => import("./accounts/accounts.tsx"),
  jobs: () => import("./jobs/jobs.tsx"),
  keys: () => import("./keys/keys.tsx"),
  overview: () => import("./overview/overview.tsx"),
  settings: () => import("./settings/settings.tsx"),
  playground: () => import("./playground/playground.tsx"),
  templates: () => import("./templates/templates.tsx"),
  webhooks: () => import("./webhooks/webhooks.tsx"),
};
const Accounts = lazy(async () => ({ default: (await FILES.accounts()).Accounts }));
const Jobs = lazy(async () => ({ default: (await FILES.jobs()).Jobs }));
const Keys = lazy(async () => ({ default: (await FILES.keys()).Keys }));
const Overview = lazy(async () => ({ default: (await FILES.overview()).Overview }));
const Settings = lazy(async () => ({ default: (await FILES.settings()).Settings }));
const Playground = lazy(async () => ({ default: (await FILES.playground()).Playground }));
const Templates = lazy(async () => ({ default: (await FILES.templates()).Templates }));
const Webhooks = lazy(async () => ({ default: (await FILES.webhooks()).Webhooks }));

/** How long after sign-in the files of the other places are read: the first place and its data come before them. */
const READ_AHEAD_AFTER_MS = 2000;

/**
 * Reads the files of all places soon after sign-in. A place can then be opened while the service is away or after it was
 * upgraded; to load the page again would end a session whose key is in the memory of the tab alone.
 */
function useFilesOfAllPlaces(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) {
      return;
    }
    // What cannot be read now is read when it is opened, and its failure is shown there.
    const readAll = (): void => Object.values(FILES).forEach((read) => void read().catch(() => undefined));
    const timer = setTimeout(readAll, READ_AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
}

/** The console: the place that the address names, for those who have signed in. */
export const App = (): ReactNode => (
  <SessionProvider>
    <Router hook={useHashPlace}>
      <Content />
    </Router>
  </SessionProvider>
);

function Content(): ReactNode {
  const { session } = useSessionState();
  useFilesOfAllPlaces(session !== undefined);
  const [place = ""] = useLocation()[0].split("/").slice(1);
  if (session === undefined) {
    return <SignIn />;
  }
  return (
    <Shell>
      <FaultBoundary key={place}>
        <Suspense
          fallback={
            <Page title="Loading">
              <Loading lines={6} />
            </Page>
          }
        >
          <Switch>
            <Route path="/playground/:name?">{({ name }) => <Playground name={name} />}</Route>
            <Route path="/jobs/:id?">{({ id }) => <Jobs id={id} />}</Route>
            <Route path="/keys">
              <Keys />
            </Route>
            <Route path="/accounts/:id?">{({ id }) => <Accounts id={id} />}</Route>
            <Route path="/overview">{() => <Overview />}</Route>
            <Route path="/settings/:section?">{({ section }) => <Settings section={section} />}</Route>
            <Route path="/templates/:slug?">{({ slug }) => <Templates slug={slug} />}</Route>
            <Route path="/webhooks/:id?">{({ id }) => <Webhooks id={id} />}</Route>
            <Route>
              <Redirect to="/playground" replace />
            </Route>
          </Switch>
        </Suspense>
      </FaultBoundary>
    </Shell>
  );
}
