/** How many tests of mail people may send: a test goes to any address that is typed. */
import type { Store } from "../store/mod.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MOST_AN_HOUR = { ofPerson: 5, ofAll: 10 };

/** Counts a test of mail by `by`. False, and nothing is counted, beyond a few each hour, or beyond `perDay`, which it counts towards. */
export function admitTestMail(
  { reviews }: Pick<Store, "reviews">,
  { by, perDay }: { readonly by: string; readonly perDay: number | null },
): Promise<boolean> {
  return reviews.write(async (writes) => {
    const { now } = writes;
    const kept: { readonly at: number; readonly by: string }[] = JSON.parse(
      (await writes.setting("mail_tests")) ?? "[]",
    );
    const ofDay = kept.filter(({ at }) => at > now - DAY_MS && at <= now);
    const ofHour = ofDay.filter(({ at }) => at > now - HOUR_MS);
    const isFull =
      ofHour.length >= MOST_AN_HOUR.ofAll ||
      ofHour.filter((each) => each.by === by).length >= MOST_AN_HOUR.ofPerson ||
      (perDay !== null && ofDay.length >= perDay);
    if (isFull) return false;
    await writes.saveSetting("mail_tests", JSON.stringify([...ofDay, { at: now, by }]));
    return true;
  });
}
