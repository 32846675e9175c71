import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Form } from "react-aria-components";
import { asProblem, Problem } from "../api/problem.ts";
import { Button } from "../design/button.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { SwitchField } from "../design/switch-field.tsx";
import { TextField } from "../design/text-field.tsx";
import { rememberedKey, useSessionState } from "./session.tsx";
import styles from "./sign-in.module.css";

/** The page of those who have not signed in: it asks for an API key, and says where one comes from. */
export function SignIn(): ReactNode {
  const { signIn, ended } = useSessionState();
  const [apiKey, setApiKey] = useState("");
  const [isRemembered, setIsRemembered] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isAsking, setIsAsking] = useState(rememberedKey() !== undefined);

  const enter = (key: string, options: { readonly isRemembered: boolean }): void => {
    setIsAsking(true);
    setProblem(undefined);
    signIn(key, options).catch((error: unknown) => {
      setProblem(asProblem(error));
      setIsAsking(false);
    });
  };
  useEffect(() => {
    document.title = "Sign in · Quire";
    const kept = rememberedKey();
    if (kept !== undefined) {
      enter(kept, { isRemembered: true });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const key = apiKey.trim();
    const [strange] = NO_HEADER.exec(key) ?? [];
    if (strange === undefined) {
      enter(key, { isRemembered });
    } else {
      setProblem(strangeCharacter(strange));
    }
  };
  return (
    <main className={styles["page"]}>
      <div className={styles["card"]}>
        <p className={styles["name"]}>Quire</p>
        <h1>Sign in with an API key</h1>
        {ended !== undefined && <Notice kind="warn">{ended}</Notice>}
        <Form className={styles["form"]!} onSubmit={submit}>
          <TextField
            label="API key"
            type="password"
            autoComplete="off"
            value={apiKey}
            onChange={setApiKey}
            isRequired
            hint="The first key is printed when the service starts for the first time."
          />
          <SwitchField
            label="Keep it for this tab"
            hint="Otherwise it is forgotten when the page is loaded again."
            isSelected={isRemembered}
            onChange={setIsRemembered}
          />
          {problem !== undefined && <ProblemNotice problem={problem} />}
          <Button kind="primary" type="submit" isDisabled={isAsking || apiKey.trim() === ""}>
            {isAsking ? "Signing in…" : "Sign in"}
          </Button>
        </Form>
        <p className={styles["about"]}>
          <code>bin/quire keys create --name console</code> makes another key. The API is described in{" "}
          <a href="./docs">the reference</a>.
        </p>
      </div>
    </main>
  );
}

/** A character that a header cannot have: a browser sends no request with it (RFC 9110, 5.5). */
const NO_HEADER = /[^\u0020-\u007E\u0080-\u00FF]/u;

function strangeCharacter(character: string): Problem {
  const shown = /\p{C}/u.test(character) ? "one that is not seen" : `“${character}”`;
  return new Problem(`The key has a character that no key has, ${shown}; check that it was copied by itself.`, {
    status: 401,
    code: "invalid_api_key",
  });
}
