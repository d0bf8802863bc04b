/**
 * The thread that keeps the hub's rows. A commit waits for the disk, for seconds where the disk is slow, and the event
 * loop that answers readers must not wait with it.
 *
 * Everything is loaded within a call: modules that cannot be loaded, as when no descriptor is left, would otherwise end
 * the whole process and not only the call.
 *
 * @module
 */
import type {
  OpenSubscriptions,
  SubscriptionCall,
  SubscriptionFile,
  SubscriptionResult,
} from "../../sqlite/subscription_messages.ts";

declare const self: {
  onmessage: ((event: MessageEvent<SubscriptionCall>) => void) | null;
  postMessage(message: SubscriptionResult): void;
};

let opening: Promise<OpenSubscriptions> | undefined;

self.onmessage = async ({ data: { id, file, name, given } }) => {
  try {
    opening ??= open(file);
    const call = (await opening)[name] as (...given: readonly unknown[]) => Promise<unknown>;
    self.postMessage({ kind: "returned", id, value: await call(...given) });
  } catch (error) {
    self.postMessage({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};

/** A file that cannot be opened is tried again with the next call. */
async function open(file: SubscriptionFile): Promise<OpenSubscriptions> {
  try {
    const { openSubscriptions } = await import("../../sqlite/open_subscriptions.ts");
    return openSubscriptions(file);
  } catch (error) {
    opening = undefined;
    throw error;
  }
}
