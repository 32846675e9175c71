import type { Word } from "../../words.ts";
import { contentOf, isNode, type TagChild, type TagNode } from "./tag-tree.ts";

/** The style that inline elements give their text (ISO 32000-2, 14.8.4.7), where its font may not show it. */
export interface Emphasis {
  readonly isBold?: true;
  readonly isItalic?: true;
  readonly isCode?: true;
}

const EMPHASIS: Readonly<Record<string, Emphasis>> = {
  Strong: { isBold: true },
  Em: { isItalic: true },
  Code: { isCode: true },
};

/** Returns the emphasis of marked content by page and identifier. */
export function emphasisOf(roots: readonly TagNode[]): ReadonlyMap<number, ReadonlyMap<number, Emphasis>> {
  const byPage = new Map<number, Map<number, Emphasis>>();
  const visit = (children: readonly TagChild[]): void => {
    for (const child of children) {
      if (!isNode(child)) {
        continue;
      }
      const emphasis =
        child.kind === "inline" && Object.hasOwn(EMPHASIS, child.role) ? EMPHASIS[child.role] : undefined;
      if (emphasis !== undefined) {
        for (const { page, markedContentId } of contentOf(child)) {
          const own = byPage.get(page) ?? new Map<number, Emphasis>();
          byPage.set(page, own);
          own.set(markedContentId, { ...own.get(markedContentId), ...emphasis });
        }
      }
      visit(child.children);
    }
  };
  visit(roots);
  return byPage;
}

export function emphasised(word: Word, emphasis: Emphasis | undefined): Word {
  if (emphasis === undefined) {
    return word;
  }
  const { font } = word;
  const isItalic = font.isItalic || emphasis.isItalic === true;
  const isFixedPitch = font.isFixedPitch || emphasis.isCode === true;
  const isSame = isItalic === font.isItalic && isFixedPitch === font.isFixedPitch;
  return {
    ...word,
    isBold: word.isBold || emphasis.isBold === true,
    font: isSame ? font : { ...font, isItalic, isFixedPitch },
  };
}
