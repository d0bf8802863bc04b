/**
 * The thread that keeps the hub's rows. A commit waits for the disk, for seconds where the disk is slow, and the event
 * loop that answers readers must not wait with it.
 *
 * @module
 */
import { subscriptionServer } from "../../sqlite/serve_subscriptions.ts";
import type { SubscriptionCall, SubscriptionResult } from "../../sqlite/subscription_messages.ts";
import { systemClock } from "../clock.ts";

declare const self: {
  onmessage: ((event: MessageEvent<SubscriptionCall>) => void) | null;
  postMessage(message: SubscriptionResult): void;
};

const serve = subscriptionServer(systemClock, (result) => self.postMessage(result));
self.onmessage = ({ data: call }) => void serve(call);
