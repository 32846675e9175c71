import type { ReactNode } from "react";
import { Page } from "../design/page.tsx";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { AccountSecret } from "./account-secret.tsx";
import { AllDeliveries } from "./all-deliveries.tsx";
import { EndpointList } from "./endpoint-list.tsx";
import { EndpointPage } from "./endpoint-page.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import { useEndpoints } from "./use-endpoints.ts";

/** The webhooks of the account: all endpoints and what was sent, or the endpoint that the address names. */
export function Webhooks({ id }: { readonly id: string | undefined }): ReactNode {
  const { may } = useSession();
  if (!may("account")) {
    return <RefusedPage title="Webhooks" what="webhooks" scopes={["account"]} />;
  }
  return id === undefined ? <AllWebhooks /> : <EndpointPage key={id} id={id} />;
}

function AllWebhooks(): ReactNode {
  const endpoints = useEndpoints();
  return (
    <Page
      title="Webhooks"
      about="The service tells your addresses of events by a signed POST, so that nothing has to ask again and again."
      actions={<NewEndpoint onCreated={endpoints.reload} />}
    >
      <EndpointList endpoints={endpoints} />
      <AllDeliveries />
      <AccountSecret />
    </Page>
  );
}
