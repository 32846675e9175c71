import { xmpWalk } from "../xmp/walk.ts";
import type { RuleGroup } from "./rule-group.ts";
import {
  documentMetadata,
  noBytesAttribute,
  noEncodingAttribute,
  noMetadataFilter,
  packetEncoding,
  wellFormedPacket,
} from "./xmp/packets.ts";
import { propertyDefined, propertyType } from "./xmp/properties.ts";

/** The rules of ISO 19005-1, 6.7.2, 6.7.5, 6.7.9; ISO 19005-2 and -3, 6.6.2.1, 6.6.2.3.1; ISO 19005-4, 6.7.2. */
export const xmp: RuleGroup = {
  name: "xmp",
  rules: [
    documentMetadata,
    noMetadataFilter,
    noBytesAttribute,
    noEncodingAttribute,
    wellFormedPacket,
    packetEncoding,
    propertyDefined,
    propertyType,
  ],
  begin: xmpWalk,
};
