import manifest from "../package.json" with { type: "json" };

/** The build, as `X-Server-Version` tells it; the contract's own label is another number. */
export const version: string = manifest.version;
