import { lazy, type ReactNode, Suspense } from "react";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import { Loading, Page } from "./design/page.tsx";
import { SessionProvider, useSessionState } from "./session/session.tsx";
import { SignIn } from "./session/sign-in.tsx";
import { FaultBoundary } from "./shell/fault-boundary.tsx";
import { Shell } from "./shell/shell.tsx";
import { useHashPlace } from "./shell/use-hash-place.ts";

const Accounts = lazy(async () => ({ default: (await import("./accounts/accounts.tsx")).Accounts }));
const Jobs = lazy(async () => ({ default: (await import("./jobs/jobs.tsx")).Jobs }));
const Keys = lazy(async () => ({ default: (await import("./keys/keys.tsx")).Keys }));
const Overview = lazy(async () => ({ default: (await import("./overview/overview.tsx")).Overview }));
const Settings = lazy(async () => ({ default: (await import("./settings/settings.tsx")).Settings }));
const Playground = lazy(async () => ({ default: (await import("./playground/playground.tsx")).Playground }));
const Templates = lazy(async () => ({ default: (await import("./templates/templates.tsx")).Templates }));
const Webhooks = lazy(async () => ({ default: (await import("./webhooks/webhooks.tsx")).Webhooks }));

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
