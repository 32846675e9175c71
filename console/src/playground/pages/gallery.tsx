import type { ReactNode } from "react";
import { GridLayout, ListBox, ListBoxItem, type Selection, Size, Virtualizer } from "react-aria-components";
import styles from "./gallery.module.css";

/** A thing of a gallery: a page or a file. */
interface GalleryItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  thumbnail(): ReactNode;
}

interface GalleryProps {
  readonly label: string;
  readonly items: readonly GalleryItem[];
  readonly selected: ReadonlySet<string>;
  /** Whether several can be selected, each by a click, a run of them with shift. */
  readonly isMany?: boolean;
  onSelect(selected: ReadonlySet<string>): void;
}

const LAYOUT = {
  minItemSize: new Size(80, 150),
  maxItemSize: new Size(150, 150),
  minSpace: new Size(6, 8),
  maxHorizontalSpace: 12,
};

/** Thumbnails to select from, by the mouse or the keyboard. Only those that are in view are there. */
export const Gallery = ({ label, items, selected, isMany = false, onSelect }: GalleryProps): ReactNode => (
  <Virtualizer layout={GridLayout} layoutOptions={LAYOUT}>
    <ListBox
      aria-label={label}
      className={styles["gallery"]!}
      layout="grid"
      items={items}
      selectionMode={isMany ? "multiple" : "single"}
      selectionBehavior="toggle"
      disallowEmptySelection={!isMany}
      selectedKeys={selected}
      onSelectionChange={(keys) => onSelect(idsOf(keys, items))}
    >
      {(item) => (
        <ListBoxItem id={item.id} textValue={item.label} className={styles["item"]!}>
          <span className={styles["thumbnail"]} aria-hidden="true">
            {item.thumbnail()}
          </span>
          <span className={styles["label"]}>{item.label}</span>
          {item.note !== undefined && <span className={styles["note"]}>{item.note}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  </Virtualizer>
);

const idsOf = (keys: Selection, items: readonly GalleryItem[]): ReadonlySet<string> =>
  new Set(keys === "all" ? items.map(({ id }) => id) : [...keys].map(String));
