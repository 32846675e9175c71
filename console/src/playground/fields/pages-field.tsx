import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Loading } from "../../design/page.tsx";
import { TextField, type TextFieldProps } from "../../design/text-field.tsx";
import styles from "./fields.module.css";

const PagePicker = lazy(async () => ({ default: (await import("./page-picker.tsx")).PagePicker }));

interface PagesFieldProps extends Omit<TextFieldProps, "onChange" | "value"> {
  readonly value: string;
  /** The PDF whose pages are meant, once there is one. */
  readonly file: File | undefined;
  readonly password: string | undefined;
  onChange(value: string): void;
}

/** A field of a page list: it is typed, or picked by thumbnails of the pages. */
export function PagesField({ file, password, value, onChange, ...props }: PagesFieldProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles["pagesField"]}>
      <TextField {...props} value={value} onChange={onChange} />
      {file !== undefined && (
        <Button aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide the pages" : "Pick pages"}
        </Button>
      )}
      {file !== undefined && isOpen && (
        <div className={styles["picker"]}>
          <p className={styles["note"]}>
            Click picks a page, Shift takes a run of pages; by keyboard the arrows and Space.
          </p>
          <Suspense fallback={<Loading lines={4} />}>
            <PagePicker {...{ file, password, value, onChange }} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
