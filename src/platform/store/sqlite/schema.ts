import { closeSync, existsSync, openSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { StartFailure } from "../../start-failure.ts";
import { connect, type SqliteSql } from "./database.ts";

/** The versions of the schema before and after a migration. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the file, readable by its owner alone, or brings an older one up to date. Its journal is a write-ahead log.
 * Returns the versions when an older file was brought up to date.
 */
export function prepareFile(path: string): Migrated | undefined {
  closeSync(openSync(path, "a", 0o600));
  const connection = connect(path, { readOnly: false });
  try {
    connection.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    const from = versionOf(connection);
    migrate(connection);
    return from === 0 || from === MIGRATIONS.length ? undefined : { from, to: MIGRATIONS.length };
  } finally {
    connection.close();
  }
}

/**
 * Returns the version of the schema of a database, and changes and makes nothing.
 * @throws Error when the file is no database or cannot be read
 */
export function readSchemaVersion(path: string): number {
  // Without a log beside it the file is complete, and SQLite need not make one to read it.
  const hasLog = existsSync(`${path}-wal`);
  const connection = connect(hasLog ? path : immutable(path), { readOnly: true });
  try {
    connection.get("SELECT 1 FROM sqlite_schema LIMIT 1");
    return versionOf(connection);
  } finally {
    connection.close();
  }
}

function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return url;
}

/**
 * Applies the migrations that the file lacks. Each is one transaction; two processes that start at once do not both
 * apply it.
 * @throws StartFailure when a newer version has written the file
 * @internal Exported for tests.
 */
export function migrate(sql: SqliteSql, migrations: readonly string[] = MIGRATIONS): void {
  for (const [index, migration] of migrations.entries()) {
    if (versionOf(sql) > index) {
      continue;
    }
    sql.script("BEGIN IMMEDIATE");
    try {
      if (versionOf(sql) === index) {
        sql.script(migration);
        sql.script(`PRAGMA user_version = ${index + 1}`);
      }
      sql.script("COMMIT");
    } catch (error) {
      sql.script("ROLLBACK");
      throw error;
    }
  }
  if (versionOf(sql) > migrations.length) {
    throw new StartFailure(
      `The store was written by a newer version of this service: its schema is version ${versionOf(sql)}, this ` +
        `service knows up to ${migrations.length}.`,
    );
  }
}

function versionOf(sql: SqliteSql): number {
  return sql.get<{ readonly user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}

/**
 * The migrations of the schema. One that was released is never edited: a change is a new one at the end. `position` and
 * `number` keep the order of arrival, which the clock does not.
 * @internal Exported for tests.
 */
export const MIGRATIONS: readonly string[] = [
  /* sql */ `
  CREATE TABLE accounts (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
    -- Kept in the transaction of each ledger entry and each hold; audit.ts compares. JavaScript's integers end at 2^53.
    balance INTEGER NOT NULL DEFAULT 0 CHECK (balance <= 9007199254740991),
    held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
    monthly_grant INTEGER NOT NULL DEFAULT 0 CHECK (monthly_grant >= 0),
    -- YYYY-MM of the last monthly grant; only ever a later one follows.
    granted_month TEXT,
    is_first INTEGER UNIQUE CHECK (is_first = 1),
    origin TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    CHECK (balance - held >= 0)
  ) STRICT;

  CREATE TABLE keys (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    -- A JSON array.
    scopes TEXT NOT NULL,
    rate_limit INTEGER,
    concurrency INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER,
    created_by TEXT,
    display TEXT NOT NULL,
    origin TEXT UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX keys_of_account ON keys (account_id, position);

  -- A key has several secrets while an old one still works after a rotation. The current one has no end.
  CREATE TABLE secrets (
    hash BLOB NOT NULL PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES keys (id),
    expires_at INTEGER,
    origin TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX secrets_of_key ON secrets (key_id);

  -- In order of arrival: under random ids each commit would write as many pages as it has holds.
  CREATE TABLE holds (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    charged INTEGER NOT NULL DEFAULT 0 CHECK (charged BETWEEN 0 AND amount),
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'released')),
    -- The process that works on the request; a job's hold has none.
    instance TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK (state = 'settled' OR charged = 0)
  ) STRICT;
  CREATE INDEX open_holds ON holds (account_id) WHERE state = 'open';
  CREATE INDEX ended_holds ON holds (ended_at) WHERE state <> 'open';

  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'refund', 'adjust')),
    amount INTEGER NOT NULL,
    reason TEXT NOT NULL,
    key_id TEXT,
    operation TEXT,
    -- One charge per hold. The hold's own row goes earlier than the entry.
    hold_number INTEGER,
    -- YYYY-MM of a monthly grant.
    month TEXT,
    origin TEXT,
    created_at INTEGER NOT NULL,
    CHECK (kind <> 'charge' OR (amount < 0 AND hold_number IS NOT NULL))
  ) STRICT;
  CREATE INDEX ledger_of_account ON ledger (account_id, id);
  CREATE UNIQUE INDEX one_charge_a_hold ON ledger (hold_number) WHERE hold_number IS NOT NULL;
  CREATE UNIQUE INDEX one_entry_an_origin ON ledger (origin) WHERE origin IS NOT NULL;
  CREATE UNIQUE INDEX one_grant_a_month ON ledger (account_id, month) WHERE month IS NOT NULL;
  CREATE TRIGGER ledger_is_not_updated BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  CREATE TRIGGER ledger_is_not_deleted BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

  CREATE TABLE usage (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- YYYY-MM-DD in UTC.
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    key_id TEXT NOT NULL,
    requests INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, operation, key_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE remembered_requests (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished')),
    instance TEXT NOT NULL,
    -- Running once more because its result is gone: it was charged the first time.
    is_paid INTEGER NOT NULL DEFAULT 0 CHECK (is_paid IN (0, 1)),
    -- JSON of the StoredAnswer; null while running and when its file is gone.
    answer TEXT,
    file TEXT,
    file_expires_at INTEGER,
    begun_at INTEGER NOT NULL,
    keep_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX remembered_running ON remembered_requests (instance) WHERE state = 'running';
  CREATE INDEX remembered_ends ON remembered_requests (begun_at + keep_ms);
  CREATE INDEX remembered_begins ON remembered_requests (begun_at);
  CREATE INDEX remembered_file_ends ON remembered_requests (file_expires_at) WHERE file_expires_at IS NOT NULL;
  CREATE INDEX remembered_files ON remembered_requests (file) WHERE file IS NOT NULL;

  CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    hold_id TEXT NOT NULL UNIQUE REFERENCES holds (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending'
      CHECK (state IN ('pending', 'processing', 'complete', 'failed', 'cancelled')),
    message TEXT NOT NULL,
    filename TEXT NOT NULL,
    page_count INTEGER NOT NULL,
    pages_done INTEGER NOT NULL DEFAULT 0,
    pages_total INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    sequence INTEGER NOT NULL DEFAULT 1,
    -- The process that works on it.
    instance TEXT,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    completed_at INTEGER,
    expires_at INTEGER,
    expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1)),
    retention_ms INTEGER NOT NULL,
    -- JSON of the StoredAnswer, and of the JobError.
    answer TEXT,
    file TEXT,
    error TEXT,
    CHECK ((state = 'processing') = (instance IS NOT NULL)),
    CHECK ((state IN ('pending', 'processing')) = (completed_at IS NULL))
  ) STRICT;
  CREATE INDEX jobs_of_account ON jobs (account_id, number);
  CREATE INDEX pending_jobs ON jobs (account_id, number) WHERE state = 'pending';
  CREATE INDEX pending_jobs_by_age ON jobs (created_at) WHERE state = 'pending';
  CREATE INDEX processing_jobs ON jobs (account_id) WHERE state = 'processing';
  CREATE INDEX job_results_by_end ON jobs (expires_at) WHERE state = 'complete' AND expired = 0;
  CREATE INDEX ended_jobs ON jobs (completed_at) WHERE completed_at IS NOT NULL;
  CREATE INDEX job_files ON jobs (file) WHERE file IS NOT NULL;
  `,
  /* sql */ `
  CREATE TABLE templates (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    slug TEXT NOT NULL,
    -- The current one.
    version INTEGER NOT NULL CHECK (version >= 1),
    -- Of all versions that are kept; audit.ts compares.
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    origin TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, slug)
  ) STRICT;

  CREATE TABLE template_versions (
    template INTEGER NOT NULL REFERENCES templates (position),
    version INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    format TEXT NOT NULL CHECK (format IN ('html', 'markdown')),
    -- Long texts last: what a list reads lies on the first page of a row.
    css TEXT NOT NULL,
    header_html TEXT NOT NULL,
    footer_html TEXT NOT NULL,
    -- JSON objects.
    page TEXT NOT NULL,
    variables_schema TEXT,
    sample TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (template, version)
  ) STRICT;
  CREATE TRIGGER template_versions_are_not_updated BEFORE UPDATE ON template_versions
    BEGIN SELECT RAISE(ABORT, 'a version of a template is not changed'); END;
  `,
  /* sql */ `
  -- For what the work has brought so far: charged, at most what is held, if the job ends without a result.
  ALTER TABLE jobs ADD COLUMN owed INTEGER NOT NULL DEFAULT 0 CHECK (owed >= 0);
  -- Counted as usage then.
  ALTER TABLE jobs ADD COLUMN owed_pages INTEGER NOT NULL DEFAULT 0 CHECK (owed_pages >= 0);
  `,
  /* sql */ `
  ALTER TABLE jobs ADD COLUMN webhook_url TEXT;
  -- Of the request that submitted it, for the links of its events.
  ALTER TABLE jobs ADD COLUMN base_url TEXT;
  -- Whether its credits were low when they were last looked at; null: nobody has looked.
  ALTER TABLE accounts ADD COLUMN is_low INTEGER CHECK (is_low IN (0, 1));
  -- For URLs that requests name; JSON of SigningSecret[].
  ALTER TABLE accounts ADD COLUMN webhook_secrets TEXT;
  -- How often it has been reported that it expires.
  ALTER TABLE keys ADD COLUMN expiry_notices INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX expiring_keys ON keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;

  CREATE TABLE webhook_endpoints (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    -- A JSON array.
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
    disabled_reason TEXT,
    -- JSON of SigningSecret[], newest first; each sealed.
    secrets TEXT NOT NULL,
    -- Deliveries in a row that failed, and since when.
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since INTEGER,
    origin TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (enabled = 0 OR disabled_reason IS NULL)
  ) STRICT;
  CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, position);

  -- The outbox: a row is written in the transaction of what it tells of. An endpoint may go before its deliveries.
  CREATE TABLE webhook_deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    -- Absent: to the URL that a request named.
    endpoint_id TEXT,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    event TEXT NOT NULL,
    job_id TEXT,
    -- JSON of WebhookSubject.
    subject TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivering', 'delivered', 'failed')),
    reason TEXT,
    -- Attempts of the schedule that have been made.
    step INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER,
    -- The process that has an attempt under way.
    instance TEXT,
    -- JSON of WebhookAttempt[].
    attempts TEXT NOT NULL DEFAULT '[]',
    created_at INTEGER NOT NULL,
    completed_at INTEGER,
    CHECK ((state = 'delivering') = (instance IS NOT NULL)),
    CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
    CHECK ((state IN ('delivered', 'failed')) = (completed_at IS NOT NULL)),
    CHECK ((state = 'failed') = (reason IS NOT NULL))
  ) STRICT;
  CREATE INDEX due_webhooks ON webhook_deliveries (next_attempt_at, number) WHERE state = 'pending';
  CREATE INDEX webhooks_in_work ON webhook_deliveries (instance) WHERE state = 'delivering';
  CREATE INDEX webhooks_of_endpoint ON webhook_deliveries (endpoint_id, number) WHERE endpoint_id IS NOT NULL;
  CREATE INDEX webhooks_of_account ON webhook_deliveries (account_id, number);
  CREATE INDEX webhooks_of_job ON webhook_deliveries (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX webhooks_by_age ON webhook_deliveries (created_at);
  `,
  /* sql */ `
  -- What is stored for the account, kept by the triggers below in the transaction of each change; audit.ts compares.
  ALTER TABLE accounts ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0 CHECK (stored_bytes >= 0);
  -- The uploads of a job, which are removed when it ends.
  ALTER TABLE jobs ADD COLUMN input_bytes INTEGER NOT NULL DEFAULT 0 CHECK (input_bytes >= 0);
  ALTER TABLE jobs ADD COLUMN stored_bytes INTEGER GENERATED ALWAYS AS (
    iif(completed_at IS NULL, input_bytes, 0) + coalesce(octet_length(answer), 0)
      + iif(file IS NULL, 0, coalesce(json_extract(answer, '$.body.sizeBytes'), 0))
  ) VIRTUAL;
  ALTER TABLE remembered_requests ADD COLUMN stored_bytes INTEGER GENERATED ALWAYS AS (
    coalesce(octet_length(answer), 0) + iif(file IS NULL, 0, coalesce(json_extract(answer, '$.body.sizeBytes'), 0))
  ) VIRTUAL;
  UPDATE accounts SET stored_bytes =
    (SELECT coalesce(sum(stored_bytes), 0) FROM jobs WHERE account_id = accounts.id)
    + (SELECT coalesce(sum(stored_bytes), 0) FROM remembered_requests WHERE account_id = accounts.id)
    + (SELECT coalesce(sum(size_bytes), 0) FROM templates WHERE account_id = accounts.id);

  CREATE TRIGGER stored_jobs_come AFTER INSERT ON jobs
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_jobs_change AFTER UPDATE ON jobs WHEN NEW.stored_bytes <> OLD.stored_bytes
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes - OLD.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_jobs_go AFTER DELETE ON jobs
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes - OLD.stored_bytes WHERE id = OLD.account_id; END;

  CREATE TRIGGER stored_answers_come AFTER INSERT ON remembered_requests
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_answers_change AFTER UPDATE ON remembered_requests WHEN NEW.stored_bytes <> OLD.stored_bytes
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes - OLD.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_answers_go AFTER DELETE ON remembered_requests
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes - OLD.stored_bytes WHERE id = OLD.account_id; END;

  CREATE TRIGGER stored_templates_come AFTER INSERT ON templates
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.size_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_templates_change AFTER UPDATE ON templates WHEN NEW.size_bytes <> OLD.size_bytes
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.size_bytes - OLD.size_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_templates_go AFTER DELETE ON templates
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes - OLD.size_bytes WHERE id = OLD.account_id; END;
  `,
  /* sql */ `
  -- One row, which is written and read back to find out whether the store works.
  CREATE TABLE probes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
  ) STRICT;
  INSERT INTO probes (id, number) VALUES (1, 0);
  `,
  /* sql */ `
  -- What a request that ended without an answer was charged; a repetition pays so much less.
  ALTER TABLE remembered_requests ADD COLUMN paid_credits INTEGER NOT NULL DEFAULT 0 CHECK (paid_credits >= 0);
  `,
  /* sql */ `
  -- A JSON array of networks; null: any client may use the key.
  ALTER TABLE keys ADD COLUMN allowed_addresses TEXT;
  `,
  /* sql */ `
  -- What the work of a job has kept so far, which is removed when the job ends; what its request has is in input_bytes.
  ALTER TABLE jobs ADD COLUMN checkpoint_bytes INTEGER NOT NULL DEFAULT 0 CHECK (checkpoint_bytes >= 0);
  DROP TRIGGER stored_jobs_come;
  DROP TRIGGER stored_jobs_change;
  DROP TRIGGER stored_jobs_go;
  ALTER TABLE jobs DROP COLUMN stored_bytes;
  ALTER TABLE jobs ADD COLUMN stored_bytes INTEGER GENERATED ALWAYS AS (
    iif(completed_at IS NULL, input_bytes + checkpoint_bytes, 0) + coalesce(octet_length(answer), 0)
      + iif(file IS NULL, 0, coalesce(json_extract(answer, '$.body.sizeBytes'), 0))
  ) VIRTUAL;
  CREATE TRIGGER stored_jobs_come AFTER INSERT ON jobs
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_jobs_change AFTER UPDATE ON jobs WHEN NEW.stored_bytes <> OLD.stored_bytes
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.stored_bytes - OLD.stored_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_jobs_go AFTER DELETE ON jobs
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes - OLD.stored_bytes WHERE id = OLD.account_id; END;

  -- What requests with an Idempotency-Key have kept for their repetition, by the name of their directory.
  CREATE TABLE request_parts (
    name TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX request_parts_by_end ON request_parts (expires_at);
  CREATE TRIGGER stored_parts_come AFTER INSERT ON request_parts
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.size_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_parts_change AFTER UPDATE ON request_parts WHEN NEW.size_bytes <> OLD.size_bytes
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes + NEW.size_bytes - OLD.size_bytes WHERE id = NEW.account_id; END;
  CREATE TRIGGER stored_parts_go AFTER DELETE ON request_parts
    BEGIN UPDATE accounts SET stored_bytes = stored_bytes - OLD.size_bytes WHERE id = OLD.account_id; END;
  `,
  /* sql */ `
  -- The processes that work here, and until when what they have claimed is not taken over.
  CREATE TABLE instances (
    id TEXT NOT NULL PRIMARY KEY,
    lease_ends_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What requests count for over all processes; one process that has the data to itself counts in memory.
  CREATE TABLE rate_windows (
    caller TEXT NOT NULL PRIMARY KEY,
    ends_at INTEGER NOT NULL,
    requests INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE operations_under_way (
    id TEXT NOT NULL PRIMARY KEY,
    key_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    instance TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX operations_of_key ON operations_under_way (key_id);
  CREATE INDEX operations_of_account ON operations_under_way (account_id);

  -- What all processes have to agree on, such as the secret under which keys are hashed.
  CREATE TABLE agreed_facts (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- The queue that the job waits in, named by the engine that its operation needs most.
  ALTER TABLE jobs ADD COLUMN class TEXT NOT NULL DEFAULT 'pdf' CHECK (class IN ('pdf', 'ocr', 'browser'));
  UPDATE jobs SET class = CASE
    WHEN operation LIKE 'ocr-%' THEN 'ocr'
    WHEN operation IN ('html-to-pdf', 'text-to-pdf', 'markdown-to-pdf', 'json-to-pdf', 'from-template') THEN 'browser'
    ELSE 'pdf'
  END WHERE completed_at IS NULL;
  CREATE INDEX pending_jobs_by_class ON jobs (class, account_id, number) WHERE state = 'pending';
  `,
  /* sql */ `
  -- Changes of accounts, credits, keys, templates, webhooks and settings, each written in the transaction of its change.
  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    actor TEXT NOT NULL CHECK (actor IN ('key', 'command_line', 'service')),
    -- The key whose request made the change, and the account of that key.
    key_id TEXT,
    key_account_id TEXT,
    request_id TEXT,
    address TEXT,
    action TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    object_id TEXT,
    -- The account that the object belongs to.
    account_id TEXT,
    credits INTEGER,
    -- JSON objects of the members that differ.
    state_before TEXT,
    state_after TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((actor = 'key') = (key_id IS NOT NULL))
  ) STRICT;
  CREATE INDEX audit_of_account ON audit_log (account_id, id) WHERE account_id IS NOT NULL;
  CREATE INDEX audit_of_key ON audit_log (key_id, id) WHERE key_id IS NOT NULL;
  CREATE INDEX audit_by_age ON audit_log (created_at);

  -- One row: entries from this moment on are kept. It only grows, and what is older may go.
  CREATE TABLE audit_retention (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    kept_from INTEGER NOT NULL
  ) STRICT;
  INSERT INTO audit_retention (id, kept_from) VALUES (1, 0);
  CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON audit_log
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit_log
    WHEN OLD.created_at >= (SELECT kept_from FROM audit_retention)
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

  -- Digests of the settings of the last start, for each kind of node.
  CREATE TABLE settings_in_force (
    node TEXT NOT NULL PRIMARY KEY,
    digests TEXT NOT NULL,
    recorded_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  /* sql */ `
  -- Pages of jobs in work, which the process that works on the job lets others do; pages is a JSON array of page numbers.
  CREATE TABLE job_parts (
    id TEXT NOT NULL PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    class TEXT NOT NULL,
    account_id TEXT NOT NULL,
    pages TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'claimed', 'done')),
    instance TEXT,
    -- How often it was claimed, which tells claims apart, and how often in vain.
    claim INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    pages_done INTEGER NOT NULL DEFAULT 0,
    -- What other processes than the one that works on the job have kept for it; it is in the job's own sums as well.
    credits INTEGER NOT NULL DEFAULT 0 CHECK (credits >= 0),
    credit_pages INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    -- When it was last claimed or reported on.
    touched_at INTEGER NOT NULL,
    UNIQUE (job_id, number),
    CHECK ((state = 'offered') = (instance IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX offered_parts ON job_parts (class, job_id, number) WHERE state = 'offered';
  CREATE INDEX parts_in_work ON job_parts (account_id, class) WHERE state = 'claimed';
  CREATE TRIGGER parts_of_jobs_go AFTER UPDATE OF state ON jobs WHEN OLD.state = 'processing' AND NEW.state <> 'processing'
    BEGIN DELETE FROM job_parts WHERE job_id = NEW.id; END;
  `,
  /* sql */ `
  -- Synchronous requests that a process hands to others; outcome is JSON once it is done.
  CREATE TABLE handed_requests (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    operation TEXT NOT NULL,
    class TEXT NOT NULL,
    account_id TEXT NOT NULL,
    requester TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'done')),
    instance TEXT,
    attempt INTEGER NOT NULL DEFAULT 0,
    owed INTEGER NOT NULL DEFAULT 0 CHECK (owed >= 0),
    owed_pages INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((state = 'claimed') = (instance IS NOT NULL)),
    CHECK ((state = 'done') = (outcome IS NOT NULL))
  ) STRICT;
  CREATE INDEX waiting_requests ON handed_requests (class, account_id, number) WHERE state = 'waiting';
  CREATE INDEX handed_requests_in_work ON handed_requests (class, account_id) WHERE state = 'claimed';
  `,
  /* sql */ `
  -- Calls by day and by hour (UTC), those that failed included. A row is only ever added to, and those of hours are swept.
  CREATE TABLE usage_periods (
    account_id TEXT NOT NULL REFERENCES accounts (id),
    unit TEXT NOT NULL CHECK (unit IN ('day', 'hour')),
    -- YYYY-MM-DD or YYYY-MM-DDTHH.
    period TEXT NOT NULL,
    operation TEXT NOT NULL,
    key_id TEXT NOT NULL,
    -- That of latency-histogram.ts; -1 for calls that were not delivered.
    latency_bucket INTEGER NOT NULL,
    -- As in the table usage.
    requests INTEGER NOT NULL,
    client_errors INTEGER NOT NULL,
    server_errors INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (account_id, unit, period, operation, key_id, latency_bucket)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_hours_by_age ON usage_periods (period) WHERE unit = 'hour';
  `,
  /* sql */ `
  -- The texts of a template in its languages: a JSON object; null: none.
  ALTER TABLE template_versions ADD COLUMN labels TEXT;
  `,
];

/** The version of the schema that this version of the service writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;
