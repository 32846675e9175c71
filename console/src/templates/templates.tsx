import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { useResource } from "../api/use-resource.ts";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Loading, Page } from "../design/page.tsx";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { readTemplate } from "./read-template.ts";
import { TemplateList } from "./template-list.tsx";
import { TemplatePage } from "./template-page.tsx";

/** The templates of the account: all of them, or the one that the address names. */
export function Templates({ slug }: { readonly slug: string | undefined }): ReactNode {
  const { may } = useSession();
  if (!may("templates")) {
    return <RefusedPage title="Templates" what="templates" scopes={["templates:read", "templates:write"]} />;
  }
  return slug === undefined ? <TemplateList /> : <OneTemplate key={slug} slug={slug} />;
}

function OneTemplate({ slug }: { readonly slug: string }): ReactNode {
  const { client } = useSession();
  const { data, problem, reload } = useResource(
    useCallback((signal: AbortSignal) => readTemplate(client, slug, signal), [client, slug]),
  );
  if (data !== undefined) {
    return <TemplatePage read={data} />;
  }
  return (
    <Page title={slug} actions={<Link href="/templates">All templates</Link>}>
      {problem === undefined ? (
        <Card>
          <Loading lines={8} />
        </Card>
      ) : (
        <ProblemNotice problem={problem} onRetry={reload} />
      )}
    </Page>
  );
}
