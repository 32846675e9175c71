import type { StateCore, Token } from "markdown-it";

// The plugin @mdit/plugin-tasklist looks for the list of each item again, from the item backwards.

/** Marks GitHub's task list items: those whose first paragraph begins with `[ ]` or `[x]` (GFM, 5.3). */
export function taskLists(state: StateCore): void {
  const lists: Token[] = [];
  state.tokens.forEach((token, index) => {
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") {
      lists.push(token);
    } else if (token.type === "bullet_list_close" || token.type === "ordered_list_close") {
      lists.pop();
    } else if (token.type === "list_item_open" && state.tokens[index + 1]?.type === "paragraph_open") {
      const inline = state.tokens[index + 2];
      if (inline !== undefined && checkItem(inline, state)) {
        token.attrSet("class", "task-list-item");
        lists.at(-1)?.attrSet("class", "contains-task-list");
      }
    }
  });
}

/** Puts a check box in the place of an item's mark, and returns whether there is one. */
function checkItem({ content, children }: Token, state: StateCore): boolean {
  const mark = /^\[([ \u00a0x])\][ \u00a0]/iu.exec(content)?.[1];
  const text = children?.[0];
  if (mark === undefined || text?.type !== "text") {
    return false;
  }
  text.content = text.content.slice("[ ]".length);
  const checkbox = new state.Token("checkbox", "", 0);
  checkbox.content = mark.toLowerCase() === "x" ? "checked" : "";
  children?.unshift(checkbox);
  return true;
}

export const checkboxOf = (isChecked: boolean): string =>
  `<input type="checkbox" class="task-list-item-checkbox" disabled${isChecked ? " checked" : ""}>`;
