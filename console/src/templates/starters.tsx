import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { useSession } from "../session/session.tsx";
import styles from "./templates.module.css";

type Summary = components["schemas"]["TemplateSummary"];

/** The built-in templates, each with a picture of what it prints. */
export const Starters = ({ starters }: { readonly starters: readonly Summary[] }): ReactNode => (
  <ul className={styles["starters"]} aria-label="Built-in templates">
    {starters.map(({ slug, name, description }) => (
      <li key={slug} className={styles["starter"]}>
        <Picture slug={slug} />
        <div className={styles["name"]}>
          <Link href={`/templates/${slug}`}>{name}</Link>
          <code>{slug}</code>
          <span className={styles["soft"]}>{firstSentence(description)}</span>
        </div>
      </li>
    ))}
  </ul>
);

/** Returns what a template is; the variables that it has stand in its schema. */
const firstSentence = (description: string): string => /^.*?\.(?=\s|$)/.exec(description)?.[0] ?? description;

/** What a template prints. It is a picture of the name beside it, and says nothing more to who does not see it. */
function Picture({ slug }: { readonly slug: string }): ReactNode {
  const { client } = useSession();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    let made: string | undefined;
    const read = async (): Promise<void> => {
      const answer = await client.GET("/api/v1/templates/{slug}/picture", {
        params: { path: { slug } },
        parseAs: "blob",
        signal: controller.signal,
      });
      const picture: unknown = bodyOf<unknown>(answer);
      made = picture instanceof Blob ? URL.createObjectURL(picture) : undefined;
      setAddress(made);
    };
    // Without its picture the template is offered all the same.
    read().catch(() => undefined);
    return () => {
      controller.abort();
      if (made !== undefined) {
        URL.revokeObjectURL(made);
      }
    };
  }, [client, slug]);
  return <div className={styles["picture"]}>{address !== undefined && <img src={address} alt="" />}</div>;
}
