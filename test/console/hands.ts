import type { Locator, Page } from "playwright-core";

/** How a person works with the console: by a pointer, or by the keys of a keyboard alone. */
export interface Hands {
  /** Presses a button, or follows a link. */
  press(what: Locator): Promise<void>;
  /** Turns a check box. */
  turn(box: Locator): Promise<void>;
  /** Writes a text into a field in place of what it has. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses one of a list, by the button that opens the list. */
  choose(button: Locator, option: string): Promise<void>;
  /** Opens a tab of a page. */
  open(tab: Locator): Promise<void>;
  /** Goes to a place of the console by its navigation. */
  goTo(place: string): Promise<void>;
}

/** Returns the hands of somebody who points and clicks; only text is typed. */
export function pointer(page: Page): Hands {
  return {
    press: (what) => what.click(),
    // The box itself is for the keyboard; what is seen is its label.
    turn: (box) => box.locator("xpath=ancestor::label").click(),
    async write(field, text) {
      if ((await field.getAttribute("contenteditable")) === null) {
        await field.fill(text);
        return;
      }
      await field.click();
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(text);
    },
    async choose(button, option) {
      await button.click();
      await optionOf(page, option).click();
    },
    open: (tab) => tab.click(),
    async goTo(place) {
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) {
        await menu.click();
      }
      await placeOf(page, place).click();
    },
  };
}

/** Returns the hands of somebody who has no pointer: whatever is used is reached by Tab. */
export function keyboard(page: Page): Hands {
  const { keyboard: keys } = page;
  const reach = async (what: Locator, by = "Tab"): Promise<void> => {
    await what.waitFor({ state: "attached" });
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await isFocused(what)) {
        return;
      }
      await keys.press(by);
    }
    throw new Error(`${by} does not reach ${what.toString()}.`);
  };
  return {
    async press(what) {
      await reach(what);
      await keys.press("Enter");
    },
    async turn(box) {
      await reach(box);
      await keys.press("Space");
    },
    async write(field, text) {
      await reach(field);
      await keys.press("Control+A");
      await keys.type(text);
    },
    async choose(button, option) {
      await reach(button);
      await keys.press("Enter");
      const wanted = optionOf(page, option);
      await wanted.waitFor();
      await keys.press("Home");
      await reach(wanted, "ArrowDown");
      await keys.press("Enter");
    },
    async open(tab) {
      await reach(tab.locator("xpath=ancestor::*[@role='tablist']").getByRole("tab", { selected: true }));
      await reach(tab, "ArrowRight");
    },
    async goTo(place) {
      await reach(placeOf(page, place));
      await keys.press("Enter");
    },
  };
}

/** More than there is to be passed on any page. */
const MOST_PRESSES = 150;

const placeOf = (page: Page, place: string): Locator =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: place, exact: true });

const optionOf = (page: Page, option: string): Locator => page.getByRole("option", { name: option, exact: true });

/** Returns whether an element has the focus, within whichever root it is. */
const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const root: unknown = element.getRootNode();
    return Object(root).activeElement === element;
  });
