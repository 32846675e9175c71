/* The part of s3rver that the tests use; it has no types of its own. */
declare module "s3rver" {
  import type { Readable } from "node:stream";

  interface Written {
    readonly size: number;
    readonly md5: string;
  }

  interface WrittenObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable | Buffer;
    readonly metadata: Readonly<Record<string, string>>;
  }

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: {
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
      putMetadata(bucket: string, key: string, metadata: WrittenObject["metadata"], md5: string): Promise<void>;
      putObject(object: WrittenObject): Promise<Written>;
      putPart(bucket: string, uploadId: string, partNumber: number, content: Readable): Promise<Written>;
      deleteObject(bucket: string, key: string): Promise<void>;
    };
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
