import type { Paper } from "../port.ts";
import { pageColumnsScript } from "./page-columns.ts";

/*
 * A picture that does not fit into the rest of its page moves to the next, and leaves that rest blank. Where the rest is
 * more than a quarter of the page, the picture becomes a little smaller, or the text that follows it fills the rest.
 * Documents without a picture that is higher than a quarter of the page are not measured.
 */

/** The greatest share of a page that a picture is to leave blank before it. */
const MOST_BLANK = 0.25;
/** The smallest share of its size that a picture is given, and the step by which one that is still too large shrinks. */
const SMALLEST = 0.6;
const STEP = 0.02;
/** The work of all changes, in elements that are laid out again: about a second. */
const MOST_WORK = 200_000;

/**
 * Returns script that keeps pictures from leaving much of a page blank; it expects that they are loaded. It changes sizes
 * of pictures, and the order of a picture and the text behind it, of documents that the service composed.
 */
export const figureRoomScript = (paper: Paper): string => `try {(() => {
if (document.images.length === 0 && document.querySelector(".diagram") === null) { return; }
${pageColumnsScript(paper)}
const most = pageHeight * ${MOST_BLANK};
${HIGH_PICTURES}
if (pictures.length > 0) {
  let changesLeft = Math.floor(${MOST_WORK} / document.getElementsByTagName("*").length);
  inColumns((pitch) => {
    ${MEASURE}${CHANGE}
    for (const picture of pictures) { makeRoom(picture); }
  });
}
})();} catch {}`;

/** The pictures that may be higher than the rest that is left blank, as far as their sizes say. */
const HIGH_PICTURES = `
const lengthOf = (value, whole) => {
  const [, number, unit] = /^\\s*([\\d.]+)(%?)/.exec(value ?? "") ?? [];
  return number === undefined ? undefined : unit === "%" ? number * whole / 100 : Number(number);
};
const isHigh = (image) => {
  const wide = Math.min(lengthOf(image.getAttribute("width"), pageWidth) ?? image.naturalWidth, pageWidth);
  const high = lengthOf(image.getAttribute("height"), pageHeight) ?? wide * image.naturalHeight / image.naturalWidth;
  return image.hasAttribute("style") || high > most;
};
const pictures = [...document.querySelectorAll("img, .diagram svg")].filter((picture) => picture.localName === "svg" || isHigh(picture));`;

/**
 * What moves with a picture is its figure, or the line that it is in, and the heading before it. The room for it is between
 * what is before them and the end of the column before.
 */
const MEASURE = `
const BLOCKS = "address,article,aside,blockquote,center,dd,details,div,dl,dt,figure,h1,h2,h3,h4,h5,h6,li,main,ol,p,pre,section,table,td,ul";
const firstRect = (element) => element.getClientRects()[0];
const lastRect = (element) => [...element.getClientRects()].at(-1);
const pixels = (element, property) => parseFloat(getComputedStyle(element)[property]) || 0;
const staysWithNext = (element) => /^avoid/.test(getComputedStyle(element).breakAfter);
const before = (element) => {
  for (let at = element; at !== document.body; at = at.parentElement) {
    for (let other = at.previousElementSibling; other !== null; other = other.previousElementSibling) {
      if ((lastRect(other)?.height ?? 0) > 0) { return other; }
    }
  }
  return undefined;
};
const measure = (picture) => {
  const own = firstRect(picture);
  if (own === undefined || own.height <= most) { return undefined; }
  const body = document.body.getBoundingClientRect();
  const columnOf = ({ left, right }) => Math.floor(((left + right) / 2 - body.left) / pitch);
  const box = picture.closest("figure") ?? picture.closest(BLOCKS) ?? picture;
  let [first, last] = [box, before(box)];
  while (last !== undefined && columnOf(lastRect(last)) === columnOf(own)) {
    if (!staysWithNext(last)) { return undefined; }
    [first, last] = [last, before(last)];
  }
  if (last === undefined || columnOf(lastRect(last)) !== columnOf(own) - 1) { return undefined; }
  const blank = body.top + pageHeight - lastRect(last).bottom;
  const margin = Math.max(pixels(last, "marginBottom"), pixels(first, "marginTop"), pixels(box, "marginTop"));
  const above = Math.max(0, own.top - firstRect(first).top);
  const below = Math.max(0, firstRect(box).bottom - own.bottom);
  return blank > most ? { own, last, room: blank - margin - above - below - 1 } : undefined;
};`;

/** Pictures that are beside each other stay as high as each other. Text whose last sign is a colon leads to its picture. */
const CHANGE = `
const rowOf = (picture, own) => [...(picture.closest(BLOCKS) ?? document.body).querySelectorAll("img,svg")].flatMap((other) => {
  const rect = firstRect(other);
  const isBeside = rect !== undefined && rect.top < own.bottom && rect.bottom > own.top && Math.abs(rect.left - own.left) < pageWidth;
  return isBeside ? [{ other, rect, style: other.getAttribute("style") }] : [];
});
const shrink = (row, share) => {
  for (const { other, rect } of row) {
    other.style.setProperty("width", (rect.width * share).toFixed(2) + "px", "important");
    other.style.setProperty("height", (rect.height * share).toFixed(2) + "px", "important");
  }
  changesLeft -= 1;
};
const restore = (row) => {
  for (const { other, style } of row) {
    if (style === null) { other.removeAttribute("style"); } else { other.setAttribute("style", style); }
  }
};
const shrinksToFit = (picture, { own, room }) => {
  const row = rowOf(picture, own);
  for (let share = Math.min(1, room / own.height); share >= ${SMALLEST} && changesLeft > 0; share -= ${STEP}) {
    shrink(row, share);
    if (measure(picture) === undefined) { return true; }
  }
  restore(row);
  return false;
};
const TEXT = ":is(p,ul,ol,dl,blockquote,pre,.table-scroll,.math-block,.markdown-alert):not(:has(img,svg))";
const letsTextPass = (picture, { last }) => {
  const box = picture.closest("figure,p,center,div:not(.markdown-body)");
  if (box === null || box.querySelectorAll("img,svg").length > 1 || /[:\\uFF1A]\\s*$/.test(last.textContent)) { return; }
  const place = document.createComment("");
  box.before(place);
  for (let next = box.nextElementSibling; next?.matches(TEXT) && changesLeft > 0; next = box.nextElementSibling) {
    next.after(box);
    changesLeft -= 1;
    const found = measure(picture);
    if (found === undefined || shrinksToFit(picture, found)) { place.remove(); return; }
  }
  place.replaceWith(box);
};
const makeRoom = (picture) => {
  const found = changesLeft > 0 ? measure(picture) : undefined;
  if (found !== undefined && !shrinksToFit(picture, found)) { letsTextPass(picture, found); }
};`;
