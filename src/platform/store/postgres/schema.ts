import { admissionFunction } from "./admission.ts";
import { queueSchema } from "./queue/queue-schema.ts";

/** A migration of the schema. */
export interface Migration {
  /** The statements, which are run in one transaction, or what returns them. */
  readonly statements: string | (() => Promise<string>);
  /**
   * The oldest version of the schema whose programs go on working with the database after this migration. Nodes are
   * replaced one by one, so a migration that they do not survive comes a release after the one that no longer needs what
   * it removes.
   */
  readonly oldestProgram: number;
}

/** Returns the statement that makes the trigger function which adds changes of `column` to what the account has stored. */
const countingFunction = (column: "stored_bytes" | "size_bytes"): string => /* sql */ `
  CREATE FUNCTION count_${column}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      account TEXT;
      grown BIGINT := 0;
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        account := OLD.account_id;
        grown := -OLD.${column};
      END IF;
      IF TG_OP <> 'DELETE' THEN
        account := NEW.account_id;
        grown := grown + NEW.${column};
      END IF;
      IF grown <> 0 THEN
        UPDATE accounts SET stored_bytes = stored_bytes + grown WHERE id = account;
      END IF;
      RETURN NULL;
    END $$;`;

/**
 * The migrations of the schema. One that was released is never edited: a change is a new one at the end. The tables are
 * those of SQLite (sqlite/schema.ts), whose comments explain their columns. Texts are compared by their bytes, as there.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    oldestProgram: 1,
    statements: /* sql */ `
  CREATE TABLE accounts (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
    balance BIGINT NOT NULL DEFAULT 0 CHECK (balance <= 9007199254740991),
    held BIGINT NOT NULL DEFAULT 0 CHECK (held >= 0),
    monthly_grant BIGINT NOT NULL DEFAULT 0 CHECK (monthly_grant >= 0),
    granted_month TEXT COLLATE "C",
    is_first BIGINT UNIQUE CHECK (is_first = 1),
    origin TEXT COLLATE "C" UNIQUE,
    is_low BIGINT CHECK (is_low IN (0, 1)),
    webhook_secrets TEXT,
    stored_bytes BIGINT NOT NULL DEFAULT 0 CHECK (stored_bytes >= 0),
    created_at BIGINT NOT NULL,
    CHECK (balance - held >= 0)
  );

  CREATE TABLE keys (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    scopes TEXT NOT NULL,
    rate_limit BIGINT,
    concurrency BIGINT,
    expires_at BIGINT,
    revoked_at BIGINT,
    last_used_at BIGINT,
    created_by TEXT,
    display TEXT NOT NULL,
    origin TEXT COLLATE "C" UNIQUE,
    expiry_notices BIGINT NOT NULL DEFAULT 0,
    allowed_addresses TEXT,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX keys_of_account ON keys (account_id, position);
  CREATE INDEX expiring_keys ON keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;

  CREATE TABLE secrets (
    hash BYTEA PRIMARY KEY,
    key_id TEXT COLLATE "C" NOT NULL REFERENCES keys (id),
    expires_at BIGINT,
    origin TEXT COLLATE "C"
  );
  CREATE INDEX secrets_of_key ON secrets (key_id);

  CREATE TABLE holds (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0),
    charged BIGINT NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'released')),
    instance TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    CHECK (charged BETWEEN 0 AND amount),
    CHECK ((state = 'open') = (ended_at IS NULL)),
    CHECK (state = 'settled' OR charged = 0)
  );
  CREATE INDEX open_holds ON holds (account_id) WHERE state = 'open';
  CREATE INDEX ended_holds ON holds (ended_at) WHERE state <> 'open';

  CREATE TABLE ledger (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'refund', 'adjust')),
    amount BIGINT NOT NULL,
    reason TEXT NOT NULL,
    key_id TEXT,
    operation TEXT,
    hold_number BIGINT,
    month TEXT COLLATE "C",
    origin TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    CHECK (kind <> 'charge' OR (amount < 0 AND hold_number IS NOT NULL))
  );
  CREATE INDEX ledger_of_account ON ledger (account_id, id);
  CREATE UNIQUE INDEX one_charge_a_hold ON ledger (hold_number) WHERE hold_number IS NOT NULL;
  CREATE UNIQUE INDEX one_entry_an_origin ON ledger (origin) WHERE origin IS NOT NULL;
  CREATE UNIQUE INDEX one_grant_a_month ON ledger (account_id, month) WHERE month IS NOT NULL;

  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
  CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger
    FOR EACH ROW EXECUTE FUNCTION refuse_change('the ledger is append-only');
  CREATE TRIGGER ledger_is_not_emptied BEFORE TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the ledger is append-only');

  CREATE TABLE usage (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    day TEXT COLLATE "C" NOT NULL,
    operation TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    requests BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, operation, key_id)
  );

  CREATE TABLE remembered_requests (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    idempotency_key TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished')),
    instance TEXT NOT NULL,
    is_paid BIGINT NOT NULL DEFAULT 0 CHECK (is_paid IN (0, 1)),
    answer TEXT,
    file TEXT COLLATE "C",
    file_expires_at BIGINT,
    begun_at BIGINT NOT NULL,
    keep_ms BIGINT NOT NULL,
    paid_credits BIGINT NOT NULL DEFAULT 0 CHECK (paid_credits >= 0),
    stored_bytes BIGINT NOT NULL GENERATED ALWAYS AS (
      coalesce(octet_length(answer), 0)
        + CASE WHEN file IS NULL THEN 0 ELSE coalesce((answer::json -> 'body' ->> 'sizeBytes')::bigint, 0) END
    ) STORED,
    PRIMARY KEY (account_id, idempotency_key)
  );
  CREATE INDEX remembered_running ON remembered_requests (instance) WHERE state = 'running';
  CREATE INDEX remembered_ends ON remembered_requests ((begun_at + keep_ms));
  CREATE INDEX remembered_begins ON remembered_requests (begun_at);
  CREATE INDEX remembered_file_ends ON remembered_requests (file_expires_at) WHERE file_expires_at IS NOT NULL;
  CREATE INDEX remembered_files ON remembered_requests (file) WHERE file IS NOT NULL;

  CREATE TABLE jobs (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    class TEXT COLLATE "C" NOT NULL CHECK (class IN ('pdf', 'ocr', 'browser')),
    hold_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES holds (id),
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending'
      CHECK (state IN ('pending', 'processing', 'complete', 'failed', 'cancelled')),
    message TEXT NOT NULL,
    filename TEXT NOT NULL,
    page_count BIGINT NOT NULL,
    pages_done BIGINT NOT NULL DEFAULT 0,
    pages_total BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    sequence BIGINT NOT NULL DEFAULT 1,
    instance TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    completed_at BIGINT,
    expires_at BIGINT,
    expired BIGINT NOT NULL DEFAULT 0 CHECK (expired IN (0, 1)),
    retention_ms BIGINT NOT NULL,
    answer TEXT,
    file TEXT COLLATE "C",
    error TEXT,
    owed BIGINT NOT NULL DEFAULT 0 CHECK (owed >= 0),
    owed_pages BIGINT NOT NULL DEFAULT 0 CHECK (owed_pages >= 0),
    webhook_url TEXT,
    base_url TEXT,
    input_bytes BIGINT NOT NULL DEFAULT 0 CHECK (input_bytes >= 0),
    checkpoint_bytes BIGINT NOT NULL DEFAULT 0 CHECK (checkpoint_bytes >= 0),
    stored_bytes BIGINT NOT NULL GENERATED ALWAYS AS (
      CASE WHEN completed_at IS NULL THEN input_bytes + checkpoint_bytes ELSE 0 END + coalesce(octet_length(answer), 0)
        + CASE WHEN file IS NULL THEN 0 ELSE coalesce((answer::json -> 'body' ->> 'sizeBytes')::bigint, 0) END
    ) STORED,
    CHECK ((state = 'processing') = (instance IS NOT NULL)),
    CHECK ((state IN ('pending', 'processing')) = (completed_at IS NULL))
  );
  CREATE INDEX jobs_of_account ON jobs (account_id, number);
  CREATE INDEX pending_jobs ON jobs (account_id, number) WHERE state = 'pending';
  CREATE INDEX pending_jobs_by_class ON jobs (class, account_id, number) WHERE state = 'pending';
  CREATE INDEX pending_jobs_by_age ON jobs (created_at) WHERE state = 'pending';
  CREATE INDEX processing_jobs ON jobs (account_id) WHERE state = 'processing';
  CREATE INDEX job_results_by_end ON jobs (expires_at) WHERE state = 'complete' AND expired = 0;
  CREATE INDEX ended_jobs ON jobs (completed_at) WHERE completed_at IS NOT NULL;
  CREATE INDEX job_files ON jobs (file) WHERE file IS NOT NULL;

  -- Tells all nodes of each change that a client could see, once it is committed (notifications.ts).
  CREATE FUNCTION notify_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('quire_jobs', NEW.id || ' ' || NEW.state || ' ' || NEW.class);
    RETURN NULL;
  END $$;
  CREATE TRIGGER new_jobs_are_notified AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION notify_job();
  CREATE TRIGGER changed_jobs_are_notified AFTER UPDATE ON jobs
    FOR EACH ROW WHEN (NEW.sequence <> OLD.sequence) EXECUTE FUNCTION notify_job();

  CREATE TABLE templates (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    slug TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0),
    origin TEXT COLLATE "C" UNIQUE,
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, slug)
  );

  CREATE TABLE template_versions (
    template BIGINT NOT NULL REFERENCES templates (position),
    version BIGINT NOT NULL,
    size_bytes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    format TEXT NOT NULL CHECK (format IN ('html', 'markdown')),
    css TEXT NOT NULL,
    header_html TEXT NOT NULL,
    footer_html TEXT NOT NULL,
    page TEXT NOT NULL,
    variables_schema TEXT,
    sample TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (template, version)
  );
  CREATE TRIGGER template_versions_are_not_updated BEFORE UPDATE ON template_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change('a version of a template is not changed');

  CREATE TABLE webhook_endpoints (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled BIGINT NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
    disabled_reason TEXT,
    secrets TEXT NOT NULL,
    failures BIGINT NOT NULL DEFAULT 0,
    failing_since BIGINT,
    origin TEXT COLLATE "C" UNIQUE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CHECK (enabled = 0 OR disabled_reason IS NULL)
  );
  CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, position);

  CREATE TABLE webhook_deliveries (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    endpoint_id TEXT COLLATE "C",
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    event TEXT NOT NULL,
    job_id TEXT COLLATE "C",
    subject TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivering', 'delivered', 'failed')),
    reason TEXT,
    step BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT,
    instance TEXT,
    attempts TEXT NOT NULL DEFAULT '[]',
    created_at BIGINT NOT NULL,
    completed_at BIGINT,
    CHECK ((state = 'delivering') = (instance IS NOT NULL)),
    CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
    CHECK ((state IN ('delivered', 'failed')) = (completed_at IS NOT NULL)),
    CHECK ((state = 'failed') = (reason IS NOT NULL))
  );
  CREATE INDEX due_webhooks ON webhook_deliveries (next_attempt_at, number) WHERE state = 'pending';
  CREATE INDEX webhooks_in_work ON webhook_deliveries (instance) WHERE state = 'delivering';
  CREATE INDEX webhooks_of_endpoint ON webhook_deliveries (endpoint_id, number) WHERE endpoint_id IS NOT NULL;
  CREATE INDEX webhooks_of_account ON webhook_deliveries (account_id, number);
  CREATE INDEX webhooks_of_job ON webhook_deliveries (job_id) WHERE job_id IS NOT NULL;
  CREATE INDEX webhooks_by_age ON webhook_deliveries (created_at);

  CREATE TABLE request_parts (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0),
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX request_parts_by_end ON request_parts (expires_at);

  CREATE TABLE instances (
    id TEXT COLLATE "C" PRIMARY KEY,
    lease_ends_at BIGINT NOT NULL
  );

  CREATE TABLE rate_windows (
    caller TEXT COLLATE "C" PRIMARY KEY,
    ends_at BIGINT NOT NULL,
    requests BIGINT NOT NULL
  );

  CREATE TABLE operations_under_way (
    id TEXT COLLATE "C" PRIMARY KEY,
    key_id TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    instance TEXT NOT NULL
  );
  CREATE INDEX operations_of_key ON operations_under_way (key_id);
  CREATE INDEX operations_of_account ON operations_under_way (account_id);

  CREATE TABLE agreed_facts (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT NOT NULL
  );

  CREATE TABLE probes (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    number BIGINT NOT NULL
  );
  INSERT INTO probes (id, number) VALUES (1, 0);

  -- What is stored for an account, by the column stored_bytes or size_bytes of its rows. Several nodes never read and then
  -- write it: each change is added where it happens.
  ${countingFunction("stored_bytes")}
  ${countingFunction("size_bytes")}
  CREATE TRIGGER stored_jobs AFTER INSERT OR UPDATE OR DELETE ON jobs
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
  CREATE TRIGGER stored_answers AFTER INSERT OR UPDATE OR DELETE ON remembered_requests
    FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
  CREATE TRIGGER stored_templates AFTER INSERT OR UPDATE OR DELETE ON templates
    FOR EACH ROW EXECUTE FUNCTION count_size_bytes();
  CREATE TRIGGER stored_parts AFTER INSERT OR UPDATE OR DELETE ON request_parts
    FOR EACH ROW EXECUTE FUNCTION count_size_bytes();
  `,
  },
  // Jobs wait in pg-boss's queues. Programs that do not know them write to the table of jobs alone, which the newer ones
  // make up for (queue/agreement.ts).
  { oldestProgram: 1, statements: queueSchema },
  {
    oldestProgram: 1,
    statements: /* sql */ `
  CREATE TABLE audit_log (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    actor TEXT COLLATE "C" NOT NULL CHECK (actor IN ('key', 'command_line', 'service')),
    key_id TEXT COLLATE "C",
    key_account_id TEXT COLLATE "C",
    request_id TEXT,
    address TEXT,
    action TEXT COLLATE "C" NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    object_id TEXT COLLATE "C",
    account_id TEXT COLLATE "C",
    credits BIGINT,
    state_before TEXT,
    state_after TEXT,
    created_at BIGINT NOT NULL,
    CHECK ((actor = 'key') = (key_id IS NOT NULL))
  );
  CREATE INDEX audit_of_account ON audit_log (account_id, id) WHERE account_id IS NOT NULL;
  CREATE INDEX audit_of_key ON audit_log (key_id, id) WHERE key_id IS NOT NULL;
  CREATE INDEX audit_by_age ON audit_log (created_at);

  CREATE TABLE audit_retention (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    kept_from BIGINT NOT NULL
  );
  INSERT INTO audit_retention (id, kept_from) VALUES (1, 0);
  CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.created_at >= (SELECT kept_from FROM audit_retention) THEN
        RAISE EXCEPTION 'the audit log is append-only';
      END IF;
      RETURN OLD;
    END $$;
  CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_change('the audit log is append-only');
  CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION keep_audit();
  CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the audit log is append-only');

  CREATE TABLE settings_in_force (
    node TEXT COLLATE "C" PRIMARY KEY,
    digests TEXT NOT NULL,
    recorded_at BIGINT NOT NULL
  );
  `,
  },
  {
    oldestProgram: 1,
    statements: /* sql */ `
  CREATE TABLE job_parts (
    id TEXT COLLATE "C" PRIMARY KEY,
    job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    class TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    pages TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'claimed', 'done')),
    instance TEXT COLLATE "C",
    claim BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    pages_done BIGINT NOT NULL DEFAULT 0,
    credits BIGINT NOT NULL DEFAULT 0 CHECK (credits >= 0),
    credit_pages BIGINT NOT NULL DEFAULT 0,
    bytes BIGINT NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    touched_at BIGINT NOT NULL,
    UNIQUE (job_id, number),
    CHECK ((state = 'offered') = (instance IS NULL))
  );
  CREATE INDEX offered_parts ON job_parts (class, job_id, number) WHERE state = 'offered';
  CREATE INDEX parts_in_work ON job_parts (account_id, class) WHERE state = 'claimed';

  CREATE FUNCTION remove_job_parts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM job_parts WHERE job_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER parts_of_jobs_go AFTER UPDATE ON jobs
    FOR EACH ROW WHEN (OLD.state = 'processing' AND NEW.state <> 'processing') EXECUTE FUNCTION remove_job_parts();

  -- Tells all nodes of parts that can be claimed, and of parts that are done; programs before this version heed neither.
  CREATE FUNCTION notify_job_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('quire_jobs', NEW.job_id || ' part_' || NEW.state || ' ' || NEW.class);
    RETURN NULL;
  END $$;
  CREATE TRIGGER new_parts_are_notified AFTER INSERT ON job_parts FOR EACH ROW EXECUTE FUNCTION notify_job_part();
  CREATE TRIGGER changed_parts_are_notified AFTER UPDATE ON job_parts
    FOR EACH ROW WHEN (NEW.state <> OLD.state AND NEW.state <> 'claimed') EXECUTE FUNCTION notify_job_part();
  `,
  },
  {
    oldestProgram: 1,
    statements: /* sql */ `
  CREATE TABLE handed_requests (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    operation TEXT NOT NULL,
    class TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    requester TEXT COLLATE "C" NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'done')),
    instance TEXT COLLATE "C",
    attempt BIGINT NOT NULL DEFAULT 0,
    owed BIGINT NOT NULL DEFAULT 0 CHECK (owed >= 0),
    owed_pages BIGINT NOT NULL DEFAULT 0,
    outcome TEXT,
    created_at BIGINT NOT NULL,
    CHECK ((state = 'claimed') = (instance IS NOT NULL)),
    CHECK ((state = 'done') = (outcome IS NOT NULL))
  );
  CREATE INDEX waiting_requests ON handed_requests (class, account_id, number) WHERE state = 'waiting';
  CREATE INDEX handed_requests_in_work ON handed_requests (class, account_id) WHERE state = 'claimed';

  -- Tells all nodes of requests that wait, are done or are withdrawn; programs before this version heed none of it.
  CREATE FUNCTION notify_handed_request() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
      PERFORM pg_notify('quire_jobs', OLD.id || ' handed_withdrawn ' || OLD.class);
    ELSE
      PERFORM pg_notify('quire_jobs', NEW.id || ' handed_' || NEW.state || ' ' || NEW.class);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER new_handed_requests_are_notified AFTER INSERT ON handed_requests
    FOR EACH ROW EXECUTE FUNCTION notify_handed_request();
  CREATE TRIGGER changed_handed_requests_are_notified AFTER UPDATE ON handed_requests
    FOR EACH ROW WHEN (NEW.state <> OLD.state AND NEW.state <> 'claimed') EXECUTE FUNCTION notify_handed_request();
  CREATE TRIGGER withdrawn_requests_are_notified AFTER DELETE ON handed_requests
    FOR EACH ROW WHEN (OLD.state <> 'done') EXECUTE FUNCTION notify_handed_request();
  `,
  },
  {
    oldestProgram: 1,
    statements: /* sql */ `
  -- The durable transactions of the last minutes (commit-marks.ts), found by time: rows come and go at the ends of the index.
  CREATE TABLE commit_marks (
    made_at BIGINT NOT NULL,
    id UUID NOT NULL,
    PRIMARY KEY (made_at, id)
  );
  `,
  },
  {
    oldestProgram: 1,
    statements: /* sql */ `
  CREATE TABLE usage_periods (
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    unit TEXT COLLATE "C" NOT NULL CHECK (unit IN ('day', 'hour')),
    period TEXT COLLATE "C" NOT NULL,
    operation TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    latency_bucket BIGINT NOT NULL,
    requests BIGINT NOT NULL,
    client_errors BIGINT NOT NULL,
    server_errors BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (account_id, unit, period, operation, key_id, latency_bucket)
  );
  CREATE INDEX usage_hours_by_age ON usage_periods (period) WHERE unit = 'hour';
  `,
  },
  {
    oldestProgram: 1,
    statements: admissionFunction,
  },
  {
    // A program that does not know the column makes versions without labels, whose documents it could not fill in either.
    oldestProgram: 1,
    statements: /* sql */ `
  ALTER TABLE template_versions ADD COLUMN labels TEXT;
  `,
  },
];
