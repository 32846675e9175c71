import { describeRepair } from "../conformance/repair.ts";
import { createQpdfRepair } from "./repair.ts";
import { inProcessPool } from "./testing/in-process-pool.ts";
import { qpdfMethods } from "./worker/methods.ts";

describeRepair("qpdf", () => createQpdfRepair(inProcessPool(qpdfMethods)));
