import type { Edge } from "./edges.ts";

/*
 * The recognition of running headers and footers by their looks, for documents of a page or two, where nothing is
 * repeated. Each sign has a weight; none is enough alone, since the first line of a letter stands at the top of its
 * page as well.
 */

/** The sum of weights that is enough for a row to be a running header or footer. */
const ENOUGH = 1;

const PAGE_NUMBER =
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /^(?:[-–—|]\s*)?(?:(?:page|seite|página|pagina|p\.|第)\s*)?#(?:\s*(?:\/|of|von|de|sur|di|\|)\s*#)?\s*(?:页)?(?:\s*[-–—|])?$/u;
const PAGE_OF = /(?:page|seite|p[áa]gina) #/u;
const ENDS_WITH_NUMBER = /(?:^|\s|\|)#(?:\s*(?:\/|of|von|de|sur)\s*#)?$/u;
/** Postcodes, numbers of telephones and accounts, addresses of mail, and the names of such numbers. */
const DETAILS =
  /@|\d{5}|\d[\d ]{6,}\d|\b(?:iban|bic|swift|tel|t[ée]l[ée]phone|phone|fax|vat|ust|siret|siren|p\.? ?iva|cif)\b/iu;
const NOTICE = /©|downloaded from|licen[sc]ed to|\(c\) #|confidential|all rights reserved|https?:\/\/|www\./u;

/**
 * Returns whether a row is a running header or footer by its looks. On the only page of a document, what a letter or an
 * invoice says of its sender there stays.
 */
export function standsAlone(
  edge: Edge,
  { bodySizePt, isOnlyPage }: { readonly bodySizePt: number; readonly isOnlyPage: boolean },
): boolean {
  const { sizePt, page, gapPt, side, pattern } = edge;
  if (sizePt > LARGEST * bodySizePt || pattern === "" || edge.isCaption) {
    return false;
  }
  if (isOnlyPage && DETAILS.test(edge.shownText) && !PAGE_OF.test(pattern)) {
    return false;
  }
  const gapEm = gapPt / bodySizePt;
  const depth = (side === "top" ? edge.yMax : page.heightPt - edge.yMin) / page.heightPt;
  let evidence = 0;
  evidence += gapEm > 2.2 ? 0.5 : gapEm > 1.2 ? 0.35 : gapEm > 0.7 ? 0.1 : -0.6;
  evidence += depth < 0.06 ? 0.5 : depth < 0.08 ? 0.3 : depth < 0.1 ? 0.1 : -0.3;
  // Above a title, at the very edge of the page.
  evidence += side === "top" && edge.nextSizePt > TITLE * sizePt && depth < 0.06 ? 0.2 : 0;
  evidence += sizePt < SMALL * bodySizePt ? 0.35 : 0;
  evidence += PAGE_NUMBER.test(pattern) ? 0.8 : ENDS_WITH_NUMBER.test(pattern) ? 0.2 : 0;
  evidence += NOTICE.test(pattern) ? 0.2 : 0;
  evidence += isOutward(edge) ? 0.2 : 0;
  // The foot of a title page is set like its other lines.
  evidence -= isOnlyPage && sizePt >= SMALL * bodySizePt && isBold(edge) && !PAGE_OF.test(pattern) ? 0.4 : 0;
  evidence -= side === "bottom" && FOOTNOTE.test(pattern) ? 0.4 : 0;
  // A row that is alone on its page is the text of the page, unless it is a number.
  evidence -= gapEm === Number.POSITIVE_INFINITY ? 1 : 0;
  // On a page of rows far apart, such as a form or a slide, a gap means nothing.
  evidence -= gapPt < UNUSUAL * edge.usualGapPt ? 0.5 : 0;
  return evidence >= ENOUGH;
}

/**
 * The greatest size of a running header, as a multiple of that of body text: tables and notes may be most of a
 * document, in type smaller than its text.
 */
const LARGEST = 1.15;
/** The least gap that sets a row apart, as a multiple of those within the text. */
const UNUSUAL = 1.5;
const SMALL = 0.93;
const TITLE = 1.3;

/** The beginning of a note with its number. */
const FOOTNOTE = /^[#*†‡§]\s*\p{L}/u;

const isBold = ({ lines }: Edge): boolean => lines.every(({ words }) => words.every((word) => word.isBold));

/** Returns whether a row is set to the middle or to the right of the text, or to both ends of it, as text rarely is. */
function isOutward({ xMin, xMax, text, lines }: Edge): boolean {
  const width = text.xMax - text.xMin;
  const left = xMin - text.xMin;
  const right = text.xMax - xMax;
  const isSpread = lines.length > 1 && left < 0.1 * width && right < 0.1 * width;
  return isSpread || (left > 0.25 * width && right < 1.5 * left);
}
