import { type ReactNode, useState } from "react";
import { ChoiceField } from "../../design/choice-field.tsx";
import type { Source } from "../sources.ts";
import { FileView } from "./file-view.tsx";
import styles from "./results.module.css";

/** What was or will be sent, to be looked at: one source, or one of several. */
export function SourceView({ sources }: { readonly sources: readonly Source[] }): ReactNode {
  const [chosen, setChosen] = useState(0);
  const source = sources[chosen] ?? sources[0];
  if (source === undefined) {
    return null;
  }
  return (
    <div className={styles["source"]}>
      {sources.length > 1 && (
        <ChoiceField
          label="Source"
          options={sources.map(({ name }, index) => ({ id: String(index), label: `${index + 1}. ${name}` }))}
          value={String(sources.indexOf(source))}
          onChange={(index) => setChosen(Number(index))}
        />
      )}
      <FileView blob={source.blob} mediaType={source.mediaType} name={source.name} password={source.password} />
    </div>
  );
}
