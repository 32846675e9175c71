import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { useLocation } from "wouter";
import type { ApiClient } from "../api/client.ts";
import { asProblem, type Problem } from "../api/problem.ts";
import type { components } from "../api/schema.d.ts";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { TextField } from "../design/text-field.tsx";
import { useSession } from "../session/session.tsx";
import { bodyOfDraft, draftOf } from "./draft.ts";
import { readTemplate } from "./read-template.ts";
import styles from "./templates.module.css";

type Summary = components["schemas"]["TemplateSummary"];
type Body = components["schemas"]["CreateTemplateBody"];

const SLUG = /^[a-z0-9-]{1,64}$/;

/** The beginnings that are no template: each shows a variable, and prints as it is. */
const BLANK = {
  "blank:html": { format: "html", content: "<h1>Dear {{name}},</h1>\n<p>this is printed on {{date today}}.</p>\n" },
  "blank:markdown": { format: "markdown", content: "# Dear {{name}},\n\nthis is printed on {{date today}}.\n" },
} as const;

/** The button and the dialog that make a template, from nothing or as a copy of another. */
export const NewTemplate = ({ starters }: { readonly starters: readonly Summary[] }): ReactNode => (
  <Dialog title="New template" trigger={<Button kind="primary">New template</Button>}>
    {(close) => <NewTemplateForm starters={starters} close={close} />}
  </Dialog>
);

function NewTemplateForm({ starters, close }: { readonly starters: readonly Summary[]; close(): void }): ReactNode {
  const { client } = useSession();
  const [, navigate] = useLocation();
  const [slug, setSlug] = useState("");
  const [name, setName] = useState("");
  const [start, setStart] = useState("blank:html");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isWrong = slug !== "" && !SLUG.test(slug);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    try {
      const body = { ...(await beginning(client, start)), slug, name: name.trim() === "" ? slug : name.trim() };
      await client.POST("/api/v1/templates", { body });
      close();
      navigate(`/templates/${slug}`);
    } catch (error) {
      setProblem(asProblem(error));
      setIsBusy(false);
    }
  };
  return (
    <Form className={styles["form"]!} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Slug"
        isRequired
        autoFocus
        value={slug}
        onChange={setSlug}
        hint="Its name in paths and in {{> slug}}, such as invoice-2030. It cannot be changed later."
        error={isWrong ? "Small letters, digits and hyphens alone, at most 64." : undefined}
      />
      <TextField label="Name" value={name} onChange={setName} maxLength={200} hint="For people; else the slug." />
      <ChoiceField
        label="Begin with"
        value={start}
        onChange={setStart}
        options={[
          { id: "blank:html", label: "Nothing, in HTML" },
          { id: "blank:markdown", label: "Nothing, in Markdown" },
          ...starters.map((starter) => ({ id: starter.slug, label: `A copy of “${starter.name}”` })),
        ]}
      />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={close}>Cancel</Button>
        <Button kind="primary" type="submit" isDisabled={isBusy || slug === "" || isWrong}>
          Create
        </Button>
      </DialogActions>
    </Form>
  );
}

async function beginning(client: ApiClient, start: string): Promise<Omit<Body, "slug">> {
  if (start in BLANK) {
    const sample: unknown = { name: "Ada Lovelace", today: "2030-05-01" };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description of the API calls any object empty; `start` was looked for above
    return { ...BLANK[start as keyof typeof BLANK], sample: sample as NonNullable<Body["sample"]> };
  }
  return bodyOfDraft(draftOf((await readTemplate(client, start)).template));
}
