import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeRepair } from "../conformance/repair.ts";
import { createQpdfRepair } from "./repair.ts";
import { qpdfMethods } from "./worker/methods.ts";

describeRepair("qpdf", () => createQpdfRepair(createInProcessPool(qpdfMethods)));
