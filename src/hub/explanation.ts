/**
 * What the hub's own address says to somebody who opens it.
 *
 * @module
 */

import { CALLBACK_MAX_LENGTH } from "./callback.ts";
import type { HubLimits } from "./limits.ts";
import { FAILURES_TO_REMOVAL } from "./limits.ts";
import { SECRET_MAX_BYTES } from "./subscription_request.ts";

/** Topics, how to subscribe, limits and policy, as plain text. */
export function explanation(hubUrl: string, topicUrls: readonly string[], limits: HubLimits): string {
  const { leaseMinSeconds, leaseDefaultSeconds, leaseMaxSeconds, retryDelaysSeconds } = limits;
  return `This is a WebSub hub (https://www.w3.org/TR/websub/). It pushes these topics whenever their content changes:

${topicUrls.map((url) => `  ${url}`).join("\n")}

To subscribe, POST a form (application/x-www-form-urlencoded) to ${hubUrl}:

  hub.callback       your https URL, at most ${CALLBACK_MAX_LENGTH} characters
  hub.mode           subscribe or unsubscribe
  hub.topic          one of the topics above, exactly as written
  hub.lease_seconds  optional, ${leaseMinSeconds} to ${leaseMaxSeconds}; ${leaseDefaultSeconds} when left out
  hub.secret         optional, at most ${SECRET_MAX_BYTES} bytes; deliveries then carry X-Hub-Signature: sha256=...

The answer is 202. The hub then sends a GET to the callback, which must answer 2xx within 10 seconds with exactly the
value of hub.challenge as its body, with no trailing line break. Subscribe again before the lease ends to renew it.

Deliveries are POSTs of the full content of the topic. Any 2xx status within ${limits.deliveryTimeoutSeconds} seconds acknowledges one. Anything
else, redirects included, is a failure and is retried after ${retryDelaysSeconds.join(" and ")} seconds. ${FAILURES_TO_REMOVAL} failures in a row end the
subscription, and so does status 410.`;
}
