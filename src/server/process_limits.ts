/** What all answers of a process share, however many businesses they are about. */
import { SelectionBudget } from "../api/selection_budget.ts";
import type { Config } from "../config.ts";
import { Admission, createRateGuard } from "../http/admission.ts";
import { Histogram } from "../http/metrics.ts";
import { Outgoing } from "../http/outgoing.ts";
import { Quota } from "../http/quota.ts";
import type { Clock } from "../platform.ts";
import { createNameResolver } from "./resolve_name.ts";

/** What clients may leave unread of large answers, in bytes. */
const UNSENT = { maxUnsentBytesPerClient: 16 << 20, maxUnsentBytes: 128 << 20 };

/** Forms that wait for the office at once. */
const FORMS_WAITING = { ofKey: 100, all: 500, leavesRoom: true };

/** The limits as configured; `rateLimitPerMinute` is work a minute and client, in requests, 0 for no limit. */
export function createProcessLimits({ rateLimitPerMinute }: Pick<Config, "rateLimitPerMinute">, clock: Clock) {
  return {
    admission: new Admission({
      clock,
      rateGuard: createRateGuard(rateLimitPerMinute, clock),
      outgoing: new Outgoing(clock, UNSENT),
    }),
    selections: new SelectionBudget(clock),
    formsWaiting: new Quota(FORMS_WAITING),
    resolve: createNameResolver(),
    durations: new Histogram(),
  };
}
