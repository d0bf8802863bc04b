/** A store with a business and jobs that are due, and what claims their messages. */

import { completeBusiness } from "../../src/import/mod.ts";
import type { Job, OutboxRules } from "../../src/invitations/mod.ts";
import type { ClaimRequest } from "../../src/outbox/mod.ts";
import { calendarDateAt } from "../../src/review/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { jobOf, POLICY } from "./jobs.ts";

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

export const RULES: OutboxRules = {
  policy: { ...POLICY, mode: "mail" },
  perDay: null,
  linkKey: "0123456789abcdef0123456789abcdef",
  host: "reviews.goodword.test",
};

const ADDRESS = {
  street_address: "1 High Street",
  locality: "Springfield",
  region: null,
  postal_code: "12345",
  country: "US",
};

/** A firm in whose name messages may be sent. */
export const FIRM = completeBusiness({ name: "Acme Plumbing", address: ADDRESS, time_zone: "UTC" }, null);

export async function keepFirm({ reviews }: Store, fields: Partial<typeof FIRM> = {}): Promise<void> {
  const profile = { ...FIRM, ...fields };
  await reviews.write((writes) => writes.saveBusiness({ profile, insightsOverrides: null }));
}

/** Jobs of so many customers, finished some days ago by the store's clock. */
export async function keepJobs(
  store: Store,
  count: number,
  fields: Partial<Job> = {},
  daysAgo = 3,
): Promise<readonly Job[]> {
  const addedAt = await store.now();
  const finished = calendarDateAt(addedAt - daysAgo * DAY_MS, "UTC");
  const jobs = Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(20, "0");
    const contact = {
      email: `c${at}@example.com`,
      emailDigest: `e${at}`,
      nameDigest: `n${at}`,
      customerName: `Customer ${at}`,
    };
    return jobOf({ id: `job_${number}`, finished, addedAt, ...contact, ...fields });
  });
  await store.jobs.write((writes) => writes.insert(jobs));
  return jobs;
}

export function claimsOf(claim: string, fields: Partial<ClaimRequest & OutboxRules> = {}): ClaimRequest & OutboxRules {
  return {
    ...RULES,
    claim,
    held: [],
    maxRepeated: 99,
    limit: 1,
    perDestination: 1,
    underWay: new Map<string, number>(),
    ...fields,
  };
}
