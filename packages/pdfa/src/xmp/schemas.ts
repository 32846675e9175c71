import type { Part } from "../flavours.ts";
import { byType } from "./structures.ts";

/** A namespace and the value types of its properties, in the words of the specification. */
interface Schema {
  readonly uri: string;
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * The schemas of the XMP Specification of January 2004, "Schemas", and the identification schema: all that part 1 knows
 * (6.7.2, 6.7.11).
 */
const SCHEMAS_2004 = {
  dc: {
    uri: "http://purl.org/dc/elements/1.1/",
    properties: byType({
      "Bag ProperName": "contributor publisher",
      Text: "coverage identifier source",
      "Seq ProperName": "creator",
      "Seq Date": "date",
      "Lang Alt": "description rights title",
      MIMEType: "format",
      "Bag Locale": "language",
      "Bag Text": "relation subject",
      "Bag Open Choice of Text": "type",
    }),
  },
  xmp: {
    uri: "http://ns.adobe.com/xap/1.0/",
    properties: byType({
      "Bag XPath": "Advisory",
      URL: "BaseURL",
      Date: "CreateDate MetadataDate ModifyDate",
      AgentName: "CreatorTool",
      "Bag Text": "Identifier",
      Text: "Nickname",
      "Alt Thumbnail": "Thumbnails",
    }),
  },
  xmpRights: {
    uri: "http://ns.adobe.com/xap/1.0/rights/",
    properties: byType({
      URL: "Certificate WebStatement",
      Boolean: "Marked",
      "Bag ProperName": "Owner",
      "Lang Alt": "UsageTerms",
    }),
  },
  xmpMM: {
    uri: "http://ns.adobe.com/xap/1.0/mm/",
    properties: byType({
      ResourceRef: "DerivedFrom ManagedFrom RenditionOf",
      URI: "DocumentID InstanceID ManageTo ManageUI",
      "Seq ResourceEvent": "History",
      AgentName: "Manager",
      Text: "ManagerVariant RenditionParams VersionID",
      RenditionClass: "RenditionClass",
      "Seq Version": "Versions",
      URL: "LastURL",
      Integer: "SaveID",
    }),
  },
  xmpBJ: {
    uri: "http://ns.adobe.com/xap/1.0/bj/",
    properties: byType({
      "Bag Job": "JobRef",
    }),
  },
  xmpTPg: {
    uri: "http://ns.adobe.com/xap/1.0/t/pg/",
    properties: byType({
      Dimensions: "MaxPageSize",
      Integer: "NPages",
    }),
  },
  pdf: {
    uri: "http://ns.adobe.com/pdf/1.3/",
    properties: byType({
      Text: "Keywords PDFVersion",
      AgentName: "Producer",
    }),
  },
  photoshop: {
    uri: "http://ns.adobe.com/photoshop/1.0/",
    properties: byType({
      Text: [
        "AuthorsPosition Category City Country Credit Headline Instructions Source State",
        "SupplementalCategories TransmissionReference",
      ].join(" "),
      ProperName: "CaptionWriter",
      Date: "DateCreated",
      Integer: "Urgency",
    }),
  },
  tiff: {
    uri: "http://ns.adobe.com/tiff/1.0/",
    properties: byType({
      Integer: "ImageWidth ImageLength SamplesPerPixel",
      "Seq Integer": "BitsPerSample TransferFunction",
      "Closed Choice of Integer": [
        "Compression PhotometricInterpretation Orientation PlanarConfiguration YCbCrPositioning",
        "ResolutionUnit",
      ].join(" "),
      "Seq Closed Choice of Integer": "YCbCrSubSampling",
      Rational: "XResolution YResolution",
      "Seq Rational": "WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite",
      Date: "DateTime",
      "Lang Alt": "ImageDescription Copyright",
      ProperName: "Make Model Artist",
      AgentName: "Software",
    }),
  },
  exif: {
    uri: "http://ns.adobe.com/exif/1.0/",
    properties: byType({
      "Closed Choice of Text": [
        "ExifVersion FlashpixVersion GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSDestBearingRef",
        "GPSDestDistanceRef",
      ].join(" "),
      "Closed Choice of Integer": [
        "ColorSpace ExposureProgram MeteringMode LightSource FocalPlaneResolutionUnit SensingMethod",
        "FileSource SceneType CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl Contrast",
        "Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential",
      ].join(" "),
      "Seq Closed Choice of Integer": "ComponentsConfiguration",
      Rational: [
        "CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue",
        "ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution",
        "FocalPlaneYResolution ExposureIndex DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack",
        "GPSImgDirection GPSDestBearing GPSDestDistance",
      ].join(" "),
      Integer: "PixelXDimension PixelYDimension FocalLengthIn35mmFilm",
      Text: [
        "MakerNote RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSSatellites",
        "GPSMeasureMode GPSMapDatum GPSProcessingMethod GPSAreaInformation",
      ].join(" "),
      "Lang Alt": "UserComment",
      Date: "DateTimeOriginal DateTimeDigitized GPSTimeStamp",
      "Seq Integer": "ISOSpeedRatings SubjectArea SubjectLocation",
      "OECF/SFR": "OECF SpatialFrequencyResponse",
      Flash: "Flash",
      CFAPattern: "CFAPattern",
      DeviceSettings: "DeviceSettingDescription",
      GPSCoordinate: "GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude",
    }),
  },
  // The identification schema is that of ISO 19005-1, table 8.
  pdfaid: {
    uri: "http://www.aiim.org/pdfa/ns/id/",
    properties: byType({
      "Open Choice of Integer": "part",
      "Open Choice of Text": "amd conformance",
    }),
  },
} satisfies Readonly<Record<string, Schema>>;

/**
 * The properties that the XMP Specification of September 2005 adds to those of 2004, or gives another type. Parts 2 and
 * 3 know these.
 */
const CHANGED_IN_2005: Readonly<Record<string, Schema>> = {
  xmp: {
    uri: SCHEMAS_2004.xmp.uri,
    properties: byType({ Text: "Label", "Closed Choice of Integer": "Rating" }),
  },
  xmpTPg: {
    uri: SCHEMAS_2004.xmpTPg.uri,
    properties: byType({ "Bag Font": "Fonts", "Seq Colorant": "Colorants", "Seq Text": "PlateNames" }),
  },
  photoshop: {
    uri: SCHEMAS_2004.photoshop.uri,
    properties: { SupplementalCategories: "Bag Text" },
  },
  aux: {
    uri: "http://ns.adobe.com/exif/1.0/aux/",
    properties: byType({
      Text: "Lens SerialNumber",
    }),
  },
  crs: {
    uri: "http://ns.adobe.com/camera-raw-settings/1.0/",
    properties: byType({
      Boolean: "AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings",
      Integer: [
        "BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction",
        "Contrast GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows",
        "ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint",
      ].join(" "),
      Text: "CameraProfile RawFileName Version",
      Real: "CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure",
      "Closed Choice of Integer": "CropUnits",
      "Seq Point": "ToneCurve",
      "Closed Choice of Text": "ToneCurveName WhiteBalance",
    }),
  },
  xmpDM: {
    uri: "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    properties: byType({
      // The name is as the specification spells it.
      ProjectLink: "projectRef",
      "Open Choice of Text": "videoFrameRate",
      Dimensions: "videoFrameSize",
      Rational: "videoPixelAspectRatio fileDataRate",
      "Closed Choice of Text": [
        "videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder pullDown audioSampleType",
        "audioChannelType key stretchMode timeSignature scaleType",
      ].join(" "),
      Colorant: "videoAlphaPremultipleColor",
      Boolean: "videoAlphaUnityIsTransparent loop",
      Text: [
        "videoCompressor audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation",
        "logComment artist album genre copyright composer engineer instrument",
      ].join(" "),
      Integer: "audioSampleRate trackNumber",
      Timecode: "startTimecode altTimecode",
      Time: "duration introTime outCue relativeTimestamp",
      Date: "shotDate videoModDate audioModDate metadataModDate releaseDate",
      "Seq Marker": "markers",
      "Bag Media": "contributedMedia",
      URI: "absPeakAudioFilePath relativePeakAudioFilePath",
      Real: "tempo numberOfBeats",
      timeScaleStretch: "timeScaleParams",
      resampleStretch: "resampleParams",
      beatSpliceStretch: "beatSpliceParams",
    }),
  },
  // The property is that of ISO 19005-2 and -3, table 8.
  pdfaid: {
    uri: SCHEMAS_2004.pdfaid.uri,
    properties: { corr: "Open Choice of Text" },
  },
};

const propertyTypes = (schemas: Readonly<Record<string, Schema>>): ReadonlyMap<string, string> =>
  new Map(
    Object.values(schemas).flatMap(({ uri, properties }) =>
      Object.entries(properties).map(([name, type]): [string, string] => [uri + name, type]),
    ),
  );

const TYPES_2004 = propertyTypes(SCHEMAS_2004);
const TYPES_2005 = new Map([...TYPES_2004, ...propertyTypes(CHANGED_IN_2005)]);
// The edition of 2005 has removed it.
TYPES_2005.delete(`${SCHEMAS_2004.exif.uri}MakerNote`);

/**
 * Returns the value types of the properties that are predefined in a part of ISO 19005, by namespace and name,
 * concatenated. Part 4 has no such list, and must not be passed.
 */
export const predefinedTypes = (part: Part): ReadonlyMap<string, string> => (part === 1 ? TYPES_2004 : TYPES_2005);

export const URIS = {
  dc: SCHEMAS_2004.dc.uri,
  xmp: SCHEMAS_2004.xmp.uri,
  pdf: SCHEMAS_2004.pdf.uri,
  pdfaid: SCHEMAS_2004.pdfaid.uri,
} as const;
