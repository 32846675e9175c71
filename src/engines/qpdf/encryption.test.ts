import { describeEncryption } from "../conformance/encryption.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { createQpdfEncryption } from "./encryption.ts";
import { qpdfMethods } from "./worker/methods.ts";

describeEncryption("qpdf", () => createQpdfEncryption(createInProcessPool(qpdfMethods)));
