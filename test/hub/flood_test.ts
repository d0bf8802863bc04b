/** An honest subscriber beside a flood: a thousand hostile requests a second, whose callbacks never answer. */
import { expect, test } from "bun:test";
import { createHubStage, failed, type HubStage, topicUrl, willing } from "../support/hub_stage.ts";
import { createSeededRandom } from "../support/seeded_random.ts";

const STEP_MS = 100;
const REQUESTS_PER_STEP = 100;
const HONEST = "https://hooks.honest-reader.com/goodword";

/** Hostile domains have as many names as they like, under fifty suffixes that one can register. */
function hostileCallback(chance: () => number): string {
  return `https://n${Math.floor(chance() * 1e9)}.evil-${Math.floor(chance() * 50)}.com/`;
}

/** Two hundred IPv4 addresses and the sixty-five thousand lines of one IPv6 customer. */
function hostileAddress(chance: () => number): string {
  if (chance() < 0.5) return `203.0.113.${Math.floor(chance() * 200)}`;
  return `2001:db8:bad:${Math.floor(chance() * 65_536).toString(16)}::1`;
}

const FLOODS = [
  ["each from its own address", hostileAddress, "198.51.100.7"],
  ["all behind one proxy that nobody trusts", () => "10.0.0.1", "10.0.0.1"],
] as const;

function subscribe(stage: HubStage, callback: string, client: string): Promise<Response> {
  return stage.post({ "hub.mode": "subscribe", "hub.topic": topicUrl(), "hub.callback": callback }, { client });
}

test.each(FLOODS)(
  "an honest subscriber is verified within 10 seconds of any moment of a flood, %s",
  async (_, address, own) => {
    const stage = createHubStage();
    const { number: chance } = createSeededRandom(7);
    stage.subscriber = async (request) => {
      if (request.url.startsWith("https://hooks.honest-reader.com/")) return willing(request);
      await new Promise<void>((resolve) => void stage.clock.after(request.timeoutMs, resolve));
      return failed("time-out");
    };
    const askedAt = new Map<string, number>();
    for (let step = 0; step < 60; step++) {
      const hostile = Array.from({ length: REQUESTS_PER_STEP }, () =>
        subscribe(stage, hostileCallback(chance), address(chance)),
      );
      await Promise.all(hostile);
      if (step % 25 === 0) {
        const callback = `${HONEST}/${step}`;
        askedAt.set(callback, stage.clock.now());
        expect((await subscribe(stage, callback, own)).status).toBe(202);
      }
      await stage.pass(STEP_MS);
    }
    await stage.pass(10_000);
    for (const [callback, at] of askedAt) {
      const verified = stage.verifications().find(({ url }) => url.startsWith(`${callback}?`));
      expect((verified?.at ?? Number.POSITIVE_INFINITY) - at).toBeLessThanOrEqual(10_000);
    }
    expect(await stage.subscriptions()).toHaveLength(askedAt.size);
  },
);
