import { statSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { assert } from "../../../../kernel/assert.ts";
import { connect } from "../database.ts";
import { threadData } from "./thread-data.ts";

/*
 * The thread that carries the write-ahead log over into the database. It waits for the disk many times, but neither the
 * writer nor a reader waits for it (a passive checkpoint, https://www.sqlite.org/wal.html §3.2): done by the writer, it
 * would stop every request for tens of milliseconds now and then.
 */

const INTERVAL_MS = 1000;

assert(parentPort !== null, "this file is run as a thread");
const port = parentPort;
const { path } = threadData();
const connection = connect(path, { readOnly: false });
let doneUpToMs = 0;

const timer = setInterval(() => {
  // The log is not touched while nothing happens.
  const changedMs = statSync(`${path}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changedMs === doneUpToMs) {
    return;
  }
  try {
    connection.script("PRAGMA wal_checkpoint(PASSIVE)");
    doneUpToMs = changedMs;
  } catch {
    // The disk is full: the log grows until the next checkpoint succeeds. Nothing is lost.
  }
}, INTERVAL_MS);

port.once("message", () => {
  clearInterval(timer);
  connection.close();
  port.close();
});
