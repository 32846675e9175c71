/**
 * A structured value type: the namespaces of its fields (including those that writers use instead), and their types.
 */
export interface StructureType {
  readonly uris: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Turns lists of names, separated by spaces, by their type into a table of types by name. */
export const byType = (names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([type, list]) => list.split(" ").map((name): [string, string] => [name, type])),
  );

const EXIF = ["http://ns.adobe.com/exif/1.0/"];
const DYNAMIC_MEDIA = ["http://ns.adobe.com/xmp/1.0/DynamicMedia/"];
const PDFA_SCHEMA = ["http://www.aiim.org/pdfa/ns/schema#"];

/** The structures of the XMP Specification of January 2004, "Property Value Types". */
const STRUCTURES_2004: Readonly<Record<string, StructureType>> = {
  Dimensions: {
    // The specification itself, and writers who followed it to the letter, leave out the slashes.
    uris: ["http://ns.adobe.com/xap/1.0/sType/Dimensions#", "http:ns.adobe.com/xap/1.0/sType/Dimensions#"],
    fields: byType({
      Real: "w h",
      "Closed Choice of Text": "unit",
    }),
  },
  Thumbnail: {
    uris: ["http://ns.adobe.com/xap/1.0/g/img/"],
    fields: byType({
      Integer: "height width",
      "Closed Choice of Text": "format",
      Text: "image",
    }),
  },
  ResourceEvent: {
    uris: ["http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"],
    fields: byType({
      "Open Choice of Text": "action",
      URI: "instanceID",
      Text: "parameters",
      AgentName: "softwareAgent",
      Date: "when",
    }),
  },
  ResourceRef: {
    uris: ["http://ns.adobe.com/xap/1.0/sType/ResourceRef#"],
    fields: byType({
      URI: "instanceID documentID manageTo manageUI",
      Text: "versionID renditionParams managerVariant",
      RenditionClass: "renditionClass",
      AgentName: "manager",
    }),
  },
  Version: {
    uris: ["http://ns.adobe.com/xap/1.0/sType/Version#"],
    fields: byType({
      Text: "comments version",
      ResourceEvent: "event",
      Date: "modifyDate",
      ProperName: "modifier",
    }),
  },
  Job: {
    uris: ["http://ns.adobe.com/xap/1.0/sType/Job#"],
    fields: byType({
      Text: "name id",
      URL: "url",
    }),
  },
  Flash: {
    uris: EXIF,
    fields: byType({
      Boolean: "Fired Function RedEyeMode",
      "Closed Choice of Integer": "Return Mode",
    }),
  },
  "OECF/SFR": {
    uris: EXIF,
    fields: byType({
      Integer: "Columns Rows",
      "Seq Text": "Names",
      "Seq Rational": "Values",
    }),
  },
  CFAPattern: {
    uris: EXIF,
    fields: byType({
      Integer: "Columns Rows",
      "Seq Integer": "Values",
    }),
  },
  DeviceSettings: {
    uris: EXIF,
    fields: byType({
      Integer: "Columns Rows",
      "Seq Text": "Settings",
    }),
  },
};

/** The structures that the XMP Specification of September 2005 adds to those of 2004. */
const ADDED_IN_2005: Readonly<Record<string, StructureType>> = {
  Colorant: {
    uris: ["http://ns.adobe.com/xap/1.0/g/"],
    fields: byType({
      Text: "swatchName",
      "Closed Choice of Text": "mode type",
      Real: "cyan magenta yellow black L",
      Integer: "red green blue A B",
    }),
  },
  Font: {
    uris: ["http://ns.adobe.com/xap/1.0/sType/Font#", "http:ns.adobe.com/xap/1.0/sType/Font#"],
    fields: byType({
      Text: "fontName fontFamily fontFace versionString fontFileName",
      "Open Choice of Text": "fontType",
      Boolean: "composite",
      "Seq Text": "childFontFiles",
    }),
  },
  ProjectLink: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      "Closed Choice of Text": "type",
      URI: "path",
    }),
  },
  Timecode: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      Text: "timeValue",
      "Closed Choice of Text": "timeFormat",
    }),
  },
  Time: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      Integer: "value",
      Rational: "scale",
    }),
  },
  Marker: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      Time: "startTime duration",
      Text: "comment name target",
      URI: "location",
      "Open Choice of Text": "type",
    }),
  },
  Media: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      URI: "path webStatement",
      Text: "track",
      Time: "startTime duration",
      Boolean: "managed",
    }),
  },
  timeScaleStretch: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      "Closed Choice of Text": "quality",
      Real: "frameSize frameOverlappingPercentage",
    }),
  },
  resampleStretch: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      "Closed Choice of Text": "quality",
    }),
  },
  beatSpliceStretch: {
    uris: DYNAMIC_MEDIA,
    fields: byType({
      Boolean: "useFileBeatsMarker",
      Real: "riseInDecibel",
      Time: "riseInTimeDuration",
    }),
  },
};

/** The structures that describe extension schemas (ISO 19005-1, tables 4 to 7). */
const OF_EXTENSION_SCHEMAS: Readonly<Record<string, StructureType>> = {
  Schema: {
    uris: PDFA_SCHEMA,
    fields: byType({
      Text: "schema prefix",
      URI: "namespaceURI",
      "Seq Property": "property",
      "Seq ValueType": "valueType",
    }),
  },
  Property: {
    uris: ["http://www.aiim.org/pdfa/ns/property#"],
    fields: byType({
      Text: "name valueType category description",
    }),
  },
  ValueType: {
    uris: ["http://www.aiim.org/pdfa/ns/type#"],
    fields: byType({
      Text: "type prefix description",
      URI: "namespaceURI",
      "Seq Field": "field",
    }),
  },
  Field: {
    uris: ["http://www.aiim.org/pdfa/ns/field#"],
    fields: byType({
      Text: "name valueType description",
    }),
  },
};

const byLowerCase = (structures: Readonly<Record<string, StructureType>>): ReadonlyMap<string, StructureType> =>
  new Map(Object.entries(structures).map(([name, structure]) => [name.toLowerCase(), structure]));

/** The structures by name in lower case, as extension schemas write names in any case. */
export const STRUCTURE_TYPES_2004 = byLowerCase({ ...STRUCTURES_2004, ...OF_EXTENSION_SCHEMAS });
export const STRUCTURE_TYPES_2005 = byLowerCase({ ...STRUCTURES_2004, ...ADDED_IN_2005, ...OF_EXTENSION_SCHEMAS });
