import type { Job } from "../store/job-store.ts";
import type { WebhookDelivery, WebhookSubject } from "../store/webhook-store.ts";

/** Returns a job as the API answers it (contract §6). */
type DescribeJob = (job: Job, baseUrl: string) => object;

export interface MessageDeps {
  readonly describeJob: DescribeJob;
  /** The base URL for jobs whose clients' view of the service is not known. */
  readonly baseUrl: string;
}

/**
 * Returns the body of a webhook, the same in each attempt: what happened, and when. It contains no file and no content;
 * receivers that want them ask for them with a key.
 */
export const messageBody = (
  { event, createdAt, subject }: Pick<WebhookDelivery, "event" | "createdAt"> & { readonly subject: WebhookSubject },
  deps: MessageDeps,
): string => JSON.stringify({ type: event, timestamp: timeOf(createdAt), data: dataOf(subject, deps) });

function dataOf(subject: WebhookSubject, { describeJob, baseUrl }: MessageDeps): object {
  switch (subject.kind) {
    case "job":
      return describeJob(subject.job, subject.baseUrl ?? baseUrl);
    case "credits":
      return { account_id: subject.accountId, balance: subject.balance, threshold: subject.threshold };
    case "key":
      return {
        key_id: subject.keyId,
        name: subject.name,
        display: subject.display,
        expires_at: timeOf(subject.expiresAt),
      };
    case "test":
      return { endpoint_id: subject.endpointId };
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
