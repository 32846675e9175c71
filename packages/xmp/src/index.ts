export { metadataStream, readMetadata } from "./metadata-stream.ts";
export { readPacket, type XmpPacket, type XmpProperty } from "./packet.ts";
