import { cosMethods } from "../cos/worker/methods.ts";
import { describeEncryption } from "../conformance/encryption.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { createEncryption } from "./encryption.ts";
import { qpdfMethods } from "./worker/methods.ts";

describeEncryption("libqpdf and the object layer", () =>
  createEncryption(createInProcessPool({ ...cosMethods, ...qpdfMethods })),
);
