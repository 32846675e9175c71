import type { ReactNode } from "react";
import { Link } from "wouter";
import { type ApiClient, bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { Notice } from "../design/notice.tsx";
import { Card } from "../design/page.tsx";
import { ResourceView } from "../design/resource-view.tsx";
import { Table } from "../design/table.tsx";
import styles from "./settings.module.css";
import { useRead } from "./use-read.ts";

type Pricing = components["schemas"]["Pricing"];

/** What every operation costs, in words. */
export function Prices(): ReactNode {
  const pricing = useRead(readPricing);
  return (
    <Card title="Prices">
      <ResourceView resource={pricing} lines={20}>
        {(data) => <PriceList pricing={data} />}
      </ResourceView>
    </Card>
  );
}

const readPricing = async (client: ApiClient, signal: AbortSignal): Promise<Pricing> =>
  bodyOf(await client.GET("/api/v1/pricing", { signal }));

const DOLLARS = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 6 });

const PriceList = ({ pricing }: { readonly pricing: Pricing }): ReactNode => (
  <>
    {pricing.metering === "off" ? (
      <Notice>Metering is off: everything is free. These are the prices that would be charged.</Notice>
    ) : (
      <p className={styles["soft"]}>
        A credit is worth {DOLLARS.format(pricing.usd_per_credit)}. It is charged when a result is complete; what fails
        costs nothing.
      </p>
    )}
    <Table
      label="Prices"
      columns={[
        { id: "operation", label: "Operation" },
        { id: "summary", label: "What it does" },
        { id: "price", label: "Price" },
      ]}
      rows={pricing.operations}
      keyOf={({ operation }) => operation}
    >
      {({ operation, summary, price }) => ({
        operation: <Link href={`/playground/${encodeURIComponent(operation)}`}>{operation}</Link>,
        summary,
        price: price.replaceAll("`", ""),
      })}
    </Table>
  </>
);
