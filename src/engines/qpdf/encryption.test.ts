import { describeEncryption } from "../conformance/encryption.ts";
import { createQpdfEncryption } from "./encryption.ts";
import { inProcessPool } from "./testing/in-process-pool.ts";
import { qpdfMethods } from "./worker/methods.ts";

describeEncryption("qpdf", () => createQpdfEncryption(inProcessPool(qpdfMethods)));
