import type { Box, Link } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import { boxThrough, intersection, isThere, type PageView } from "./geometry.ts";

interface LinkedPage {
  readonly functions: PageFunctions;
  readonly document: number;
  readonly page: number;
  readonly view: PageView;
}

/** Returns the link annotations of a page (ISO 32000-2, 12.5.6.5): a box for each of their quadrilaterals. */
export function readLinks({ functions, document, page, view }: LinkedPage): Link[] {
  const { raw, scratch } = functions;
  const { address } = scratch;
  const links: Link[] = [];
  const seen = { xMin: 0, yMin: 0, xMax: view.widthPt, yMax: view.heightPt };
  // These are the position of the search, and the link that it has found: a pointer, of four bytes or eight.
  scratch.integers.set([0, 0, 0, 0]);
  for (let count = 0; count < MAX_LINKS && raw.FPDFLink_Enumerate(page, address, address + 8) !== 0; count++) {
    const position = scratch.integers[0] ?? 0;
    const link = Number(new BigUint64Array(scratch.bytes.buffer, scratch.bytes.byteOffset, 2)[1]);
    const target = targetOf(functions, document, link);
    if (target !== undefined) {
      for (const box of boxesOf(functions, link)) {
        const place = intersection(boxThrough(view.matrix, box), seen);
        if (isThere(place)) {
          links.push({ ...place, ...target });
        }
      }
    }
    scratch.integers.set([position, 0, 0, 0]);
  }
  return links;
}

const MAX_LINKS = 10_000;
const MAX_QUADRILATERALS = 1000;

function boxesOf({ raw, scratch }: PageFunctions, link: number): Box[] {
  const { address } = scratch;
  const count = Math.min(MAX_QUADRILATERALS, raw.FPDFLink_CountQuadPoints(link));
  const boxes: Box[] = [];
  for (let index = 0; index < count; index++) {
    if (raw.FPDFLink_GetQuadPoints(link, index, address) !== 0) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = scratch.floats;
      boxes.push({
        xMin: Math.min(x1, x2, x3, x4),
        yMin: Math.min(y1, y2, y3, y4),
        xMax: Math.max(x1, x2, x3, x4),
        yMax: Math.max(y1, y2, y3, y4),
      });
    }
  }
  if (boxes.length === 0 && raw.FPDFLink_GetAnnotRect(link, address) !== 0) {
    const [left = 0, top = 0, right = 0, bottom = 0] = scratch.floats;
    boxes.push({
      xMin: Math.min(left, right),
      yMin: Math.min(top, bottom),
      xMax: Math.max(left, right),
      yMax: Math.max(top, bottom),
    });
  }
  return boxes;
}

/** The PDFACTION_* numbers. */
const ACTION = { goTo: 1, uri: 3 };

type Target = Pick<Link, "uri" | "page">;

function targetOf(functions: PageFunctions, document: number, link: number): Target | undefined {
  const { raw } = functions;
  const destination = raw.FPDFLink_GetDest(document, link);
  if (destination !== 0) {
    return pageOf(functions, document, destination);
  }
  const action = raw.FPDFLink_GetAction(link);
  switch (action === 0 ? 0 : raw.FPDFAction_GetType(action)) {
    case ACTION.goTo:
      return pageOf(functions, document, raw.FPDFAction_GetDest(document, action));
    case ACTION.uri:
      return uriOf(functions, document, action);
    default:
      return undefined;
  }
}

function pageOf({ raw }: PageFunctions, document: number, destination: number): Target | undefined {
  const index = destination === 0 ? -1 : raw.FPDFDest_GetDestPageIndex(document, destination);
  return index < 0 ? undefined : { uri: undefined, page: index + 1 };
}

function uriOf({ raw, scratch }: PageFunctions, document: number, action: number): Target | undefined {
  const lengthBytes = raw.FPDFAction_GetURIPath(document, action, scratch.address, scratch.bytes.length);
  if (lengthBytes < 2 || lengthBytes > scratch.bytes.length) {
    return undefined;
  }
  const uri = Buffer.from(scratch.bytes.subarray(0, lengthBytes - 1))
    .toString("utf8")
    .trim();
  return URL.canParse(uri) ? { uri, page: undefined } : undefined;
}
