import { HAN_FAMILY } from "./han-faces.ts";

/*
 * The one set of measures and colours that all documents of this service are drawn with. Lengths are in points, since
 * they are meant for paper. Themes choose among them and add none.
 */

/**
 * The fonts in Debian's fonts-noto-core and in the packages that every Chromium brings. The browser finds characters of
 * other scripts in the Noto families for those; the family for Chinese, Japanese and Korean is there in documents that
 * need it (han-faces.ts).
 */
export const FONTS = {
  sans: `"Noto Sans",${HAN_FAMILY},sans-serif`,
  serif: `"Noto Serif",${HAN_FAMILY},serif`,
  mono: '"Noto Sans Mono",monospace',
} as const;

/** The sizes of type; each step is about a fifth larger than the one before. */
export const SIZES_PT = {
  tiny: 7,
  small: 8.5,
  text: 10,
  lead: 12,
  section: 14.5,
  chapter: 19,
  title: 26,
} as const;

/** The white spaces in points, in multiples of 1.5. */
export const SPACES_PT = { hair: 1.5, tiny: 3, small: 6, medium: 9, large: 15, huge: 24, vast: 36 } as const;

export const RULES_PT = { hair: 0.5, thin: 0.75, thick: 1.5, bar: 3 } as const;

export const COLOURS = {
  white: "#ffffff",
  /** The greys from paper to ink. */
  grey: {
    50: "#f6f8fa",
    100: "#eceff3",
    200: "#d7dde4",
    300: "#b9c2cd",
    500: "#6b7684",
    600: "#525d6b",
    800: "#26303c",
    900: "#151c25",
  },
  blue: { 50: "#eef5fd", 600: "#1a5fb4", 800: "#123f78" },
  navy: { 50: "#f2f5fa", 100: "#e1e8f2", 700: "#22406b", 900: "#142a4a" },
  green: { 50: "#edf7f0", 700: "#1d7042" },
  violet: { 50: "#f5f0fc", 700: "#6b3fa8" },
  amber: { 50: "#fdf6e7", 200: "#f4d89a", 600: "#c47f0c", 800: "#8a5800" },
  red: { 50: "#fdf0ef", 700: "#b3261e" },
  /** The colours of dark pages, from paper to ink. */
  night: {
    900: "#12161d",
    800: "#1b212b",
    700: "#2a323f",
    600: "#3f4a5a",
    400: "#9aa7b8",
    200: "#d5dce5",
    100: "#f0f3f7",
    blue: "#7db4f5",
    green: "#6fcf97",
    violet: "#c3a1f2",
    amber: "#e8b45a",
    red: "#f28b82",
    mark: "#6b5314",
  },
} as const;
