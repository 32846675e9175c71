import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  DropZone,
  FileTrigger,
  GridList,
  GridListItem,
  isFileDropItem,
  Text,
  useDragAndDrop,
} from "react-aria-components";
import { Button } from "../../design/button.tsx";
import fieldStyles from "../../design/field.module.css";
import { shownBytes } from "../../design/shown.ts";
import styles from "./file-field.module.css";

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly accepts: readonly string[];
  readonly isMany: boolean;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  readonly files: readonly File[];
  onChange(files: readonly File[]): void;
}

/** A field of files: they are dropped, pasted or chosen; several can be dragged, or moved by the keyboard, into their order. */
export function FileField({
  label,
  hint,
  accepts,
  isMany,
  isRequired,
  error,
  files,
  onChange,
}: FileFieldProps): ReactNode {
  const take = (added: readonly File[]): void => {
    if (added.length > 0) {
      onChange(isMany ? [...files, ...added] : added.slice(0, 1));
    }
  };
  return (
    <div className={fieldStyles["field"]} onPaste={({ clipboardData }) => take([...clipboardData.files])}>
      <span className={fieldStyles["label"]}>
        {label}
        {isRequired && <span className={fieldStyles["required"]}> required</span>}
      </span>
      <DropZone
        className={styles["zone"]!}
        data-error={error === undefined ? undefined : true}
        onDrop={(event) => {
          void Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())).then(take);
        }}
      >
        <Text slot="label">{isMany ? "Drop files here" : "Drop a file here"}, paste, or</Text>
        <FileTrigger acceptedFileTypes={accepts} allowsMultiple={isMany} onSelect={(list) => take([...(list ?? [])])}>
          <Button>{files.length > 0 && isMany ? "Add files" : isMany ? "Choose files" : "Choose a file"}</Button>
        </FileTrigger>
      </DropZone>
      {files.length > 0 && <FileOrder label={label} files={files} isMany={isMany} onChange={onChange} />}
      {error === undefined ? (
        <span className={fieldStyles["hint"]}>{hint}</span>
      ) : (
        <span className={fieldStyles["error"]} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

interface FileOrderProps extends Pick<FileFieldProps, "label" | "files" | "isMany" | "onChange"> {}

/** The files that were chosen, in an order that can be changed. */
function FileOrder({ label, files, isMany, onChange }: FileOrderProps): ReactNode {
  const [ids] = useState(() => new WeakMap<File, string>());
  const items = files.map((file) => {
    const id = ids.get(file) ?? crypto.randomUUID();
    ids.set(file, id);
    return { id, file };
  });
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": items.find(({ id }) => id === key)?.file.name ?? "" })),
    onReorder: ({ keys, target }) => {
      const moved = items.filter(({ id }) => keys.has(id));
      const rest = items.filter(({ id }) => !keys.has(id));
      const at = rest.findIndex(({ id }) => id === target.key) + (target.dropPosition === "after" ? 1 : 0);
      onChange([...rest.slice(0, at), ...moved, ...rest.slice(at)].map(({ file }) => file));
    },
  });
  return (
    <GridList
      aria-label={`${label}, in order`}
      className={styles["list"]!}
      items={items}
      {...(isMany ? { dragAndDropHooks } : {})}
    >
      {({ id, file }) => (
        <GridListItem id={id} textValue={file.name} className={styles["item"]!}>
          {isMany && (
            <AriaButton slot="drag" className={styles["handle"]!}>
              ⠿
            </AriaButton>
          )}
          <span className={styles["name"]}>{file.name}</span>
          <span className={styles["size"]}>{shownBytes(file.size)}</span>
          <Button
            kind="quiet"
            aria-label={`Remove ${file.name}`}
            onPress={() => onChange(files.filter((other) => other !== file))}
          >
            ✕
          </Button>
        </GridListItem>
      )}
    </GridList>
  );
}
