/* Inks that can be read, by the contrast that WCAG 2.2 asks for. */

const DARK = "#0f172a";

/** Returns black or white, whichever can be read better on `color` (WCAG 2.2, contrast ratio). */
export const inkOn = (color: string): "#000000" | "#ffffff" => {
  const luminance = luminanceOf(color);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000000" : "#ffffff";
};

/** Returns `color` itself where it can be read on white, and otherwise a dark ink. */
export const readable = (color: string): string => (1.05 / (luminanceOf(color) + 0.05) >= 4.5 ? color : DARK);

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
