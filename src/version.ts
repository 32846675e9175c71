import manifest from "../package.json" with { type: "json" };

/** The version of the build, which is sent as `X-Server-Version`; the contract's own label is another number. */
export const version: string = manifest.version;
