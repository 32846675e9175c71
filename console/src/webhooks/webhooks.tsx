import type { ReactNode } from "react";
import { Page } from "../design/page.tsx";
import { AccountSecret } from "./account-secret.tsx";
import { AllDeliveries } from "./all-deliveries.tsx";
import { EndpointList } from "./endpoint-list.tsx";
import { EndpointPage } from "./endpoint-page.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import { useEndpoints } from "./use-endpoints.ts";

/** The webhooks of the account: all endpoints and what was sent, or the endpoint that the address names. */
export const Webhooks = ({ id }: { readonly id: string | undefined }): ReactNode =>
  id === undefined ? <AllWebhooks /> : <EndpointPage key={id} id={decodeURIComponent(id)} />;

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
