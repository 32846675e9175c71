import {
  type DocumentDescription,
  FIELD_TYPES,
  FONT_TYPES,
  LIMITS,
  PERMISSION_NAMES,
} from "@quire/inspection/description";
import { z } from "zod";
import { documentMetadata } from "../metadata/wire-metadata.ts";
import { type TimedParameters, workerMethod } from "../pool/worker-method.ts";

/* What the adapter and the method of the worker say to each other. */

interface DescribeParameters extends TimedParameters {
  readonly password?: string | undefined;
  readonly pages?: readonly number[] | undefined;
}

const count = z.int().min(0);
const page = z.int().min(1);
const object = count.nullable();
const name = z.string().max(LIMITS.nameCharacters);
const text = z.string().max(LIMITS.characters);
const length = z.number().min(0);

const listed = <Item extends z.ZodType>(item: Item, maxItems: number) =>
  z.object({ items: z.array(item).max(maxItems), total: count });

const box = z.object({ left: z.number(), bottom: z.number(), right: z.number(), top: z.number() });

const describedPage = z.object({
  page,
  label: name.nullable(),
  widthPt: length,
  heightPt: length,
  sizeName: name.nullable(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  userUnit: z.number().positive(),
  mediaBox: box,
  cropBox: box,
  trimBox: box,
  bleedBox: box,
  artBox: box,
});

const pageSize = z.object({
  widthPt: length,
  heightPt: length,
  name: name.nullable(),
  orientation: z.enum(["portrait", "landscape", "square"]),
  pages: page,
});

const onPages = { pages: z.array(page).max(LIMITS.pagesOfOne), pageCount: count };

const font = z.object({
  name: name.nullable(),
  baseFont: name.nullable(),
  type: z.enum(FONT_TYPES),
  encoding: name,
  isEmbedded: z.boolean(),
  isSubset: z.boolean(),
  hasToUnicode: z.boolean(),
  object,
  ...onPages,
});

const image = z.object({
  widthPx: count,
  heightPx: count,
  kind: z.enum(["image", "stencil", "inline"]),
  colourSpace: name.nullable(),
  components: count.nullable(),
  bitsPerComponent: count.nullable(),
  filters: z.array(name).max(LIMITS.filters),
  mask: z.enum(["soft", "stencil", "colour-key"]).nullable(),
  horizontalPpi: length.nullable(),
  verticalPpi: length.nullable(),
  placements: count,
  sizeBytes: count,
  object,
  ...onPages,
});

const encryption = z.object({
  method: z.enum(["RC4", "AES", "none", "unknown"]),
  keyBits: count.max(256),
  version: z.int(),
  revision: z.int(),
  needsUserPassword: z.boolean(),
  openedAs: z.enum(["user", "owner"]),
  encryptsMetadata: z.boolean(),
  permissions: z.array(z.enum(PERMISSION_NAMES)).max(PERMISSION_NAMES.length),
});

const forms = z.object({
  fields: count,
  byType: z.record(z.enum(FIELD_TYPES), count),
  xfa: z.enum(["none", "static", "dynamic"]),
  needsAppearances: z.boolean(),
});

const signature = z.object({
  field: name.nullable(),
  page: page.nullable(),
  isSigned: z.boolean(),
  kind: z.enum(["signature", "timestamp", "empty"]),
  signerName: text.nullable(),
  certificateName: name.nullable(),
  time: name.nullable(),
  reason: text.nullable(),
  location: text.nullable(),
  contact: text.nullable(),
  format: name.nullable(),
  isCertification: z.boolean(),
  coversWholeFile: z.boolean(),
});

const attachment = z.object({
  name,
  sizeBytes: count.nullable(),
  mediaType: name.nullable(),
  description: text.nullable(),
  relationship: name.nullable(),
  createdAt: name.nullable(),
  modifiedAt: name.nullable(),
  page: page.nullable(),
});

const layer = z.object({
  name,
  isVisible: z.boolean(),
  isPrinted: z.boolean().nullable(),
  isLocked: z.boolean(),
});

const description: z.ZodType<DocumentDescription> = z.object({
  pdfVersion: name,
  pageCount: page,
  isLinearized: z.boolean(),
  isTagged: z.boolean(),
  isRepaired: z.boolean(),
  metadata: documentMetadata,
  encryption: encryption.nullable(),
  pages: listed(describedPage, LIMITS.pages),
  pageSizes: listed(pageSize, LIMITS.pageSizes),
  fonts: listed(font, LIMITS.fonts),
  images: listed(image, LIMITS.images),
  outlineEntries: count,
  forms: forms.nullable(),
  scripts: z.object({ total: count, ofDocument: count, opensWithScript: z.boolean() }),
  signatures: listed(signature, LIMITS.signatures),
  attachments: listed(attachment, LIMITS.attachments),
  layers: listed(layer, LIMITS.layers),
  unreadPages: z.array(page).max(10),
  unreadPageCount: count,
});

export const DESCRIBE = workerMethod<DescribeParameters>("inspection.describe").answering("facts", description);
