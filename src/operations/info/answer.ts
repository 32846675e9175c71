import type {
  AttachmentDescription,
  Box,
  DocumentDescription,
  EncryptionDescription,
  FontDescription,
  ImageDescription,
  Listed,
  PageDescription,
  SignatureDescription,
} from "../../engines/inspection/port.ts";
import { PERMISSION_NAMES } from "../../engines/inspection/port.ts";
import type { UploadedFile } from "../operation.ts";
import { type AnsweredMetadata, answeredMetadata } from "../metadata/answered-metadata.ts";

type Members = Readonly<Record<string, unknown>>;
type AnsweredList = { readonly total: number; readonly items: readonly Members[] };

/** What is said about a document. */
export interface InfoAnswer {
  readonly filename: string;
  readonly size_bytes: number;
  readonly pdf_version: string;
  readonly page_count: number;
  readonly is_linearized: boolean;
  readonly is_tagged: boolean;
  readonly is_repaired: boolean;
  readonly metadata: AnsweredMetadata;
  readonly conformance: DocumentDescription["metadata"]["claims"];
  readonly encryption: Members | null;
  readonly page_sizes: AnsweredList;
  readonly pages: AnsweredList;
  readonly fonts: AnsweredList;
  readonly images: AnsweredList;
  readonly outline: { readonly entries: number };
  readonly form: Members | null;
  readonly javascript: Members;
  readonly signatures: AnsweredList;
  readonly attachments: AnsweredList;
  readonly layers: AnsweredList;
}

export function answerOf(
  described: DocumentDescription,
  { filename, sizeBytes, repaired }: Pick<UploadedFile, "filename" | "sizeBytes" | "repaired">,
): InfoAnswer {
  const { metadata, encryption, forms, scripts } = described;
  return {
    filename,
    size_bytes: sizeBytes,
    pdf_version: described.pdfVersion,
    page_count: described.pageCount,
    is_linearized: described.isLinearized,
    is_tagged: described.isTagged,
    is_repaired: repaired || described.isRepaired,
    metadata: answeredMetadata(metadata),
    conformance: metadata.claims,
    encryption: encryption && answeredEncryption(encryption),
    page_sizes: listed(described.pageSizes, ({ name, orientation, widthPt, heightPt, pages }) => ({
      name,
      orientation,
      width_pt: widthPt,
      height_pt: heightPt,
      pages,
    })),
    pages: listed(described.pages, answeredPage),
    fonts: listed(described.fonts, answeredFont),
    images: listed(described.images, answeredImage),
    outline: { entries: described.outlineEntries },
    form: forms && {
      fields: forms.fields,
      by_type: forms.byType,
      xfa: forms.xfa,
      needs_appearances: forms.needsAppearances,
    },
    javascript: { total: scripts.total, of_document: scripts.ofDocument, on_open: scripts.opensWithScript },
    signatures: listed(described.signatures, answeredSignature),
    attachments: listed(described.attachments, answeredAttachment),
    layers: listed(described.layers, ({ name, isVisible, isPrinted, isLocked }) => ({
      name,
      is_visible: isVisible,
      is_printed: isPrinted,
      is_locked: isLocked,
    })),
  };
}

const listed = <Item>({ items, total }: Listed<Item>, answered: (item: Item) => Members): AnsweredList => ({
  total,
  items: items.map(answered),
});

const answeredEncryption = (encryption: EncryptionDescription): Members => ({
  method: encryption.method,
  key_bits: encryption.keyBits,
  version: encryption.version,
  revision: encryption.revision,
  user_password_required: encryption.needsUserPassword,
  opened_as: encryption.openedAs,
  encrypts_metadata: encryption.encryptsMetadata,
  permissions: Object.fromEntries(PERMISSION_NAMES.map((name) => [name, encryption.permissions.includes(name)])),
});

const boxOf = ({ left, bottom, right, top }: Box): readonly number[] => [left, bottom, right, top];

const answeredPage = (page: PageDescription): Members => ({
  page: page.page,
  label: page.label,
  size: page.sizeName,
  width_pt: page.widthPt,
  height_pt: page.heightPt,
  rotation: page.rotation,
  user_unit: page.userUnit,
  media_box: boxOf(page.mediaBox),
  crop_box: boxOf(page.cropBox),
  bleed_box: boxOf(page.bleedBox),
  trim_box: boxOf(page.trimBox),
  art_box: boxOf(page.artBox),
});

const answeredFont = (font: FontDescription): Members => ({
  name: font.name,
  base_font: font.baseFont,
  type: font.type,
  encoding: font.encoding,
  is_embedded: font.isEmbedded,
  is_subset: font.isSubset,
  has_to_unicode: font.hasToUnicode,
  pages: font.pages,
  page_count: font.pageCount,
  object: font.object,
});

const answeredImage = (image: ImageDescription): Members => ({
  width_px: image.widthPx,
  height_px: image.heightPx,
  kind: image.kind,
  color_space: image.colourSpace,
  components: image.components,
  bits_per_component: image.bitsPerComponent,
  filters: image.filters,
  mask: image.mask === "colour-key" ? "color_key" : image.mask,
  x_ppi: image.horizontalPpi,
  y_ppi: image.verticalPpi,
  placements: image.placements,
  size_bytes: image.sizeBytes,
  pages: image.pages,
  page_count: image.pageCount,
  object: image.object,
});

const answeredSignature = (signature: SignatureDescription): Members => ({
  field: signature.field,
  page: signature.page,
  is_signed: signature.isSigned,
  kind: signature.kind,
  signer_name: signature.signerName,
  certificate_name: signature.certificateName,
  time: signature.time,
  reason: signature.reason,
  location: signature.location,
  contact: signature.contact,
  format: signature.format,
  is_certification: signature.isCertification,
  covers_whole_file: signature.coversWholeFile,
  is_verified: false,
});

const answeredAttachment = (attachment: AttachmentDescription): Members => ({
  name: attachment.name,
  size_bytes: attachment.sizeBytes,
  media_type: attachment.mediaType,
  description: attachment.description,
  relationship: attachment.relationship,
  created_at: attachment.createdAt,
  modified_at: attachment.modifiedAt,
  page: attachment.page,
});
