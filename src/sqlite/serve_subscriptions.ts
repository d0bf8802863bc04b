/**
 * The inside of the thread that keeps the hub's rows: calls come as messages, results go as messages.
 *
 * Everything is loaded within a call: modules that cannot be loaded, as when no descriptor is left, would otherwise end
 * the whole process and not only the call.
 *
 * @module
 */
import type { Clock } from "../platform.ts";
import type {
  OpenSubscriptions,
  SubscriptionCall,
  SubscriptionFile,
  SubscriptionResult,
} from "./subscription_messages.ts";

/** A function that carries out calls one after another has come, and tells what came of them. */
export function subscriptionServer(
  clock: Clock,
  tell: (result: SubscriptionResult) => void,
): (call: SubscriptionCall) => Promise<void> {
  let opening: Promise<OpenSubscriptions> | undefined;

  /** A file that cannot be opened is tried again with the next call. */
  async function open(file: SubscriptionFile): Promise<OpenSubscriptions> {
    try {
      const { openSubscriptions } = await import("./open_subscriptions.ts");
      return openSubscriptions(file, clock);
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  return async ({ id, file, name, given }) => {
    try {
      opening ??= open(file);
      const call = (await opening)[name] as (...given: readonly unknown[]) => Promise<unknown>;
      tell({ kind: "returned", id, value: await call(...given) });
    } catch (error) {
      tell({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
    }
  };
}
