import { Dict } from "@quire/cos";
import type { Role } from "../roles.ts";
import { Written } from "../plain-file.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

/** Entries that rules speak of, with values that keep and that break them, as they are written. */
const ENTRIES: Readonly<Partial<Record<Role, Readonly<Record<string, readonly string[]>>>>> = {
  catalog: {
    AA: ["<</WC<</S/JavaScript/JS(x)>>>>", "<<>>"],
    OpenAction: [
      "<</S/JavaScript/JS(x)>>",
      "<</S/Launch>>",
      "<</S/Named/N/NextPage>>",
      "<</S/Named/N/Print>>",
      "<</S/GoTo/D[0 /Fit]>>",
      "[0 /Fit]",
    ],
    NeedsRendering: ["true", "false"],
    Requirements: ["[]", "<</S/EnableJavaScripts>>"],
    Version: ["/1.3", "/1.7", "/2.0", "/2.x", "(2.0)"],
    Lang: ["(en-US)", "(en_US)", "()", "(e1)", "(de-1996)", "(123456789)"],
    Perms: ["<</UR3<<>>>>", "<</UR<<>>>>", "<</DocMDP<<>>/X 1>>"],
    MarkInfo: ["<</Marked true>>", "<</Marked false>>", "<<>>"],
    OCProperties: [
      "<</OCGs[]/D<<>>>>",
      "<</OCGs[]/D<</Name(a)>>>>",
      "<</OCGs[]/D<</Name(a)/AS[]>>>>",
      "<</OCGs[]/D<</Name(a)>>/Configs[<</Name(a)>>]>>",
      "<</OCGs[]/D<</Name()>>>>",
    ],
    AcroForm: [
      "<</Fields[]/NeedAppearances true>>",
      "<</Fields[]/NeedAppearances false>>",
      "<</Fields[]/XFA[]>>",
      "<</Fields[]>>",
    ],
    Names: [
      "<</AlternatePresentations<<>>>>",
      "<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>",
      "<</EmbeddedFiles<</Names[(a)<</F(a)/UF(a)/EF<<>>>>]>>>>",
    ],
    AF: ["[]", "[<</Type/Filespec/F(a)/UF(a)>>]"],
    DPartRoot: ["<<>>"],
    PieceInfo: ["<</A<</LastModified(D:2020)>>>>"],
    Extensions: ["<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>"],
  },
  page: {
    AA: ["<</O<</S/URI/URI(x)>>>>", "<<>>"],
    PresSteps: ["<<>>"],
    Group: [
      "<</S/Transparency>>",
      "<</S/Transparency/CS/DeviceRGB>>",
      "<</S/Transparency/CS/DeviceCMYK>>",
      "<</S/Transparency/CS/DeviceGray/I true>>",
      "<</S/Other>>",
      "<</S/Transparency/CS[/CalRGB<</WhitePoint[0.9 1 1]>>]>>",
    ],
    MediaBox: ["[0 0 2 2]", "[0 0 15000 100]", "[0 0 14400 14400]", "[100 100 0 0]", "[0 0 3 3]", "[0 0 100]"],
    CropBox: ["[0 0 2 2]", "[0 0 20000 20000]"],
    TrimBox: ["[0 0 1 1]"],
    UserUnit: ["2"],
    OutputIntents: ["[]", "[<</S/GTS_PDFA1/OutputConditionIdentifier(x)>>]"],
    Resources: ["<<>>", "null"],
    Metadata: ["null"],
    Lang: ["(x y)"],
  },
  "output-intent": {
    S: ["/GTS_PDFX", "/GTS_PDFA1", "/ISO_PDFE1", "/Other"],
    DestOutputProfileRef: ["<<>>", "<</URLs[]>>"],
    OutputConditionIdentifier: ["(x)"],
  },
  "simple-font": {
    Type: ["/Fonts"],
    Subtype: ["/Type1", "/TrueType", "/MMType1", "/Type2", "/Type0"],
    BaseFont: ["/Helvetica", "/ABCDEF+Helvetica", "/ABCDEF+Symbol", "(Name)", "/Times-Roman"],
    FirstChar: ["0", "65", "300", "-1"],
    LastChar: ["255", "65", "31"],
    Widths: ["[]", "[500]", "[1000 1000 1000 1000]"],
    Encoding: [
      "/WinAnsiEncoding",
      "/MacRomanEncoding",
      "/StandardEncoding",
      "/MacExpertEncoding",
      "/Identity-H",
      "<</BaseEncoding/WinAnsiEncoding/Differences[65/A/B/space]>>",
      "<</Differences[65/.notdef/foo/uni0041]>>",
      "<</BaseEncoding/MacRomanEncoding/Differences[32/g32/a/b]>>",
    ],
    ToUnicode: ["/Identity-H", "null"],
    FontDescriptor: ["null", "<<>>"],
  },
  "composite-font": {
    Encoding: [
      "/Identity-H",
      "/Identity-V",
      "/UniJIS-UTF16-H",
      "/90ms-RKSJ-H",
      "/GBK-EUC-H",
      "/Other-H",
      "/UniGB-UTF16-H",
      "/UniGB-UTF32-H",
    ],
    BaseFont: ["/ABCDEF+Name", "null"],
    ToUnicode: ["/Identity-H", "null"],
    DescendantFonts: ["[]", "null"],
  },
  "cid-font": {
    Subtype: ["/CIDFontType0", "/CIDFontType2", "/Type1"],
    CIDToGIDMap: ["/Identity", "/Other", "null"],
    DW: ["0", "500", "1000"],
    W: ["[]", "[0[500 600]]", "[1 20 750]", "[1 20]"],
    BaseFont: ["/ABCDEF+Name", "/Plain"],
    CIDSystemInfo: [
      "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
      "<</Registry(Adobe)/Ordering(Japan1)/Supplement 7>>",
      "<</Registry(Adobe)/Ordering(GB1)>>",
      "null",
    ],
  },
  "type3-font": {
    Type: ["/X"],
    FirstChar: ["1"],
    Widths: ["[]", "[1 2 3]"],
    ToUnicode: ["null"],
    Encoding: ["null", "<</Differences[0/a/b]>>"],
    Resources: ["null", "<<>>"],
  },
  "font-descriptor": {
    Flags: ["4", "32", "36", "0", "6"],
    CharSet: ["()", "(/A/B)", "(/space)", "(/.notdef)"],
    FontFile: ["null"],
    FontFile2: ["null"],
    FontFile3: ["null"],
    MissingWidth: ["0", "500"],
    FontName: ["/Other", "/ABCDEF+Other"],
    CIDSet: ["null"],
  },
  "font-file": {
    Subtype: ["/Type1C", "/CIDFontType0C", "/OpenType", "/TrueType"],
    Length1: ["0", "10"],
    Length2: ["0"],
  },
  encoding: {
    BaseEncoding: ["/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding", "/Other"],
    Differences: ["[]", "[32/foo]", "[65/A 66/.notdef]", "[65/A 97/u1F600/g1]", "[1/A#ff]"],
  },
  cmap: {
    WMode: ["0", "1"],
    UseCMap: ["/H", "/Identity-H", "/Other"],
    CMapName: ["/Other", "/Identity-H"],
    Type: ["/X"],
    CIDSystemInfo: ["<</Registry(Adobe)/Ordering(GB1)/Supplement 5>>"],
  },
  "cid-system-info": {
    Registry: ["(Adobe)", "(Other)", "null"],
    Ordering: ["(Identity)", "(Japan1)", "(Other)"],
    Supplement: ["0", "9", "null", "(1)"],
  },
  "ext-gstate": {
    TR: ["/Identity", "null"],
    TR2: ["/Default", "/Identity"],
    HTP: ["[0 0]"],
    HTO: ["[0 0]"],
    SMask: ["/None", "<<>>", "/Other"],
    BM: ["/Normal", "/Compatible", "/Multiply", "/Other", "[/Multiply]", "[/Other/Multiply]", "(Normal)"],
    CA: ["1", "0.5", "1.0000001", "0"],
    ca: ["1", "0.5", "0.99"],
    RI: ["/Perceptual", "/Other"],
    OP: ["true", "false"],
    op: ["true"],
    OPM: ["1", "0"],
    HT: [
      "/Default",
      "<</HalftoneType 1/Frequency 60/Angle 0/SpotFunction/Round>>",
      "<</HalftoneType 6>>",
      "<</HalftoneType 1/HalftoneName(a)>>",
      "<</HalftoneType 5/Default<</HalftoneType 1>>/Cyan<</HalftoneType 1/TransferFunction/Identity>>>>",
      "<</HalftoneType 5/Default<</HalftoneType 1>>/Spot<</HalftoneType 1>>>>",
      "<</HalftoneType 1/TransferFunction/Identity>>",
    ],
  },
  halftone: { HalftoneType: ["1", "5", "6", "10"], HalftoneName: ["(a)"], TransferFunction: ["/Identity"] },
  image: {
    Interpolate: ["true", "false"],
    Alternates: ["[]"],
    OPI: ["<<>>"],
    BitsPerComponent: ["1", "2", "3", "8", "16"],
    Intent: ["/Perceptual", "/Other"],
    SMask: ["null", "/None"],
    ImageMask: ["true", "false"],
    ColorSpace: [
      "/DeviceRGB",
      "/DeviceCMYK",
      "/DeviceGray",
      "[/Indexed/DeviceRGB 1<000000ffffff>]",
      "[/Indexed/DeviceCMYK 0<00000000>]",
      "[/Separation/Spot/DeviceCMYK<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[1 0 0 0]>>]",
    ],
    SMaskInData: ["1", "2"],
    Mask: ["[0 0]"],
    Subtype: ["/PS"],
  },
  form: {
    OPI: ["<<>>"],
    PS: ["<<>>"],
    Subtype2: ["/PS", "/X"],
    Ref: ["<<>>"],
    Resources: ["null", "<<>>"],
    Subtype: ["/PS", "/Image"],
    Group: [
      "<</S/Transparency>>",
      "<</S/Transparency/CS/DeviceRGB/I true>>",
      "<</S/Transparency/CS/DeviceCMYK/I true>>",
      "<</S/Transparency/CS/DeviceCMYK>>",
      "<</S/X>>",
    ],
  },
  group: {
    S: ["/Transparency", "/Other"],
    CS: ["/DeviceRGB", "/DeviceCMYK", "/DeviceGray", "null"],
    I: ["true"],
    K: ["true"],
  },
  annotation: {
    F: ["4", "0", "1", "2", "6", "36", "260", "28", "4.0", "(4)", "null", "132", "12"],
    CA: ["1", "0.5", "1.0", "(1)"],
    ca: ["0.5"],
    C: ["[1 0 0]", "[]", "[0]"],
    IC: ["[1 0 0]"],
    Subtype: [
      "/Text",
      "/Link",
      "/FreeText",
      "/Movie",
      "/Sound",
      "/Screen",
      "/3D",
      "/RichMedia",
      "/FileAttachment",
      "/Projection",
      "/Popup",
      "/Polygon",
      "/Caret",
      "/Redact",
      "/Widget",
      "/Other",
    ],
    AP: ["<<>>", "null", "<</N null>>", "<</N<<>>>>", "<</D<<>>>>", "<</N<</Off null>>>>"],
    A: [
      "<</S/URI/URI(x)>>",
      "<</S/Launch/F(x)>>",
      "<</S/Named/N/Print>>",
      "<</S/SetOCGState/State[]>>",
      "<</S/GoToE>>",
      "<</S/Hide>>",
      "<</S/URI/URI(x)/Next<</S/Sound>>>>",
    ],
    AA: ["<</E<</S/URI/URI(x)>>>>", "<</PO<</S/URI/URI(x)>>>>", "<<>>"],
    FT: ["/Btn", "/Tx"],
    BM: ["/Multiply", "/Other"],
    AS: ["/On"],
    Rect: ["[0 0 0 0]", "[10 10 10 50]", "[0 0 100 100]"],
    Lang: ["(x y)"],
  },
  appearance: { D: ["null", "<<>>"], R: ["<<>>"], N: ["null", "<<>>"] },
  action: {
    S: [
      "/URI",
      "/GoTo",
      "/GoToR",
      "/GoToE",
      "/Launch",
      "/JavaScript",
      "/Named",
      "/Sound",
      "/Movie",
      "/ResetForm",
      "/ImportData",
      "/SubmitForm",
      "/SetState",
      "/GoTo3DView",
      "/Rendition",
      "/Trans",
      "/GoToDp",
      "/Other",
    ],
    N: ["/NextPage", "/Print"],
    Next: ["<</S/Launch>>", "[<</S/Hide>>]", "<</S/URI/URI(x)>>"],
  },
  "acro-form": { NeedAppearances: ["true", "false", "null"], XFA: ["[]", "null"], DA: ["(/F 12 Tf)"], SigFlags: ["3"] },
  field: { AA: ["<</K<</S/URI/URI(x)>>>>"], A: ["<</S/URI/URI(x)>>"], FT: ["/Btn", "/Sig"], Kids: ["[]"] },
  permissions: { UR: ["<<>>"], UR3: ["<<>>"], DocMDP: ["<<>>"] },
  signature: {
    Reference: ["[<</TransformMethod/DocMDP>>]", "[<</DigestValue(x)>>]"],
    ByteRange: ["[0 10 20 30]"],
    Contents: ["<00>"],
  },
  "file-specification": {
    F: ["(a.txt)", "null"],
    UF: ["(a.txt)", "null"],
    AFRelationship: ["/Data", "/Other", "(x)", "null"],
    EF: ["<<>>", "null"],
    Desc: ["(x)"],
    Type: ["/F"],
  },
  "embedded-file": {
    Subtype: ["/text#2Fplain", "/text", "/application#2Fpdf", "(text)", "/a#20b#2Fc"],
    Params: ["<<>>"],
  },
  names: { AlternatePresentations: ["<<>>"], EmbeddedFiles: ["<<>>", "<</Names[]>>"], JavaScript: ["<</Names[]>>"] },
  "oc-properties": {
    OCGs: ["[]"],
    Configs: ["[]", "[<<>>]", "[<</Name(x)>><</Name(x)>>]"],
    D: ["<<>>", "<</Name(x)/Order[]>>"],
  },
  "oc-configuration": { Name: ["()", "(x)", "null"], AS: ["[]"], Order: ["[]", "null"], Intent: ["/All"] },
  "structure-root": { RoleMap: ["<</Own/P>>", "<</P/Own>>", "<</A/B/B/A>>", "<<>>"], ParentTree: ["null"] },
  "structure-element": {
    S: ["/P", "/Own", "/H1", "/A#ff", "/Note", "/Figure"],
    Lang: ["(en)", "(x y)", "(de-1996)", "(\\376\\377\\000e\\000n)"],
    ActualText: ["(x)", "(\\376\\377\\340\\000)"],
  },
  "role-map": { Own: ["/P", "/Own", "/Other"], P: ["/Span", "/P"], Other: ["/Own"] },
  "mark-information": { Marked: ["true", "false", "null", "(true)"], Suspects: ["true"] },
  "soft-mask": { S: ["/Alpha", "/Luminosity"], BC: ["[0]"], TR: ["/Identity"] },
  resources: {
    ColorSpace: ["null", "<</DefaultRGB/DeviceRGB>>", "<</DefaultGray[/CalGray<</WhitePoint[1 1 1]>>]>>"],
    Font: ["null", "<<>>"],
    XObject: ["null"],
    ExtGState: ["null", "<<>>"],
    ProcSet: ["[/PDF]"],
    Properties: ["<</MC0<</Lang(x y)>>>>"],
  },
  information: {
    Title: ["(Other title)", "(\\376\\377\\000A)", "null"],
    Author: ["(Someone)", "()"],
    Producer: ["(Another)", "(A\\000)"],
    Creator: ["(Another)"],
    CreationDate: ["(D:20200101)", "(D:20200101000000Z)", "(yesterday)"],
    ModDate: ["(D:20200101000000+01'00')", "null"],
    Keywords: ["(a, b)"],
    Subject: ["(subject)"],
    Trapped: ["/True"],
    Own: ["(x)"],
  },
  metadata: { Subtype: ["/X"], Type: ["/X"] },
  pattern: { PatternType: ["2", "1"], PaintType: ["1", "2"], Resources: ["null"], ExtGState: ["<</BM/Other>>"] },
  shading: { ColorSpace: ["/DeviceRGB", "/DeviceCMYK", "/DeviceGray"], ShadingType: ["2", "7"] },
};

const GRAPHICS: ReadonlySet<Role> = new Set([
  "ext-gstate",
  "halftone",
  "image",
  "form",
  "group",
  "soft-mask",
  "resources",
  "pattern",
  "shading",
  "output-intent",
]);
const FONTS: ReadonlySet<Role> = new Set([
  "composite-font",
  "cid-font",
  "simple-font",
  "type3-font",
  "font-descriptor",
  "font-file",
  "encoding",
  "cid-system-info",
]);
const ANNOTATIONS: ReadonlySet<Role> = new Set(["annotation", "appearance", "action", "acro-form", "field"]);

const setting = (kind: string, isMeant: (role: Role) => boolean): Mutation => ({
  kind,
  apply(file, dice) {
    const found = someDictionary(file, dice, ({ role }) => isMeant(role) && ENTRIES[role] !== undefined);
    if (found === undefined) {
      return undefined;
    }
    const table = ENTRIES[found.role] ?? {};
    const key = dice.pick(Object.keys(table));
    const text = dice.pick(table[key] ?? ["null"]);
    found.dict.set(key, new Written(text));
    return `/${key} ${text} in ${found.role}`;
  },
});

/** The mutations that set an entry which rules speak of. */
export const ENTRY_MUTATIONS: readonly Mutation[] = [
  setting("graphics entry", (role) => GRAPHICS.has(role)),
  setting("font entry", (role) => FONTS.has(role)),
  setting("annotation entry", (role) => ANNOTATIONS.has(role)),
  setting("document entry", (role) => !GRAPHICS.has(role) && !FONTS.has(role) && !ANNOTATIONS.has(role)),
  {
    kind: "annotation added",
    apply(file, dice) {
      const page = someDictionary(file, dice, ({ role }) => role === "page");
      if (page === undefined) {
        return undefined;
      }
      const table = ENTRIES.annotation ?? {};
      const entries = new Map<string, Written>([
        ["Type", new Written("/Annot")],
        ["Rect", new Written("[10 10 60 60]")],
        ["F", new Written("4")],
      ]);
      entries.set("Subtype", new Written(dice.pick(table["Subtype"] ?? [])));
      const key = dice.pick(Object.keys(table));
      entries.set(key, new Written(dice.pick(table[key] ?? [])));
      const annotations = page.dict.array("Annots") ?? [];
      page.dict.set("Annots", [...annotations, file.add(new Dict(entries))]);
      return [...entries].map(([name, { text }]) => `/${name} ${text}`).join(" ");
    },
  },
];
