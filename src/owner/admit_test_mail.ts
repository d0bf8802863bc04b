/** What tests of mail share: the address, which may be any that is typed, and how many of them people may send. */
import Type from "typebox";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { Store } from "../store/mod.ts";
import { EMAIL, field } from "./act_input.ts";
import type { ActContext } from "./act_services.ts";
import { type ActRefusal, refused } from "./refusal.ts";

export function testAddress(help: string) {
  const shown = field({
    flags: "<address>",
    help,
    label: "invitations.address",
    missing: "invitations.addressWrong",
  });
  return Type.String({ ...EMAIL, ...shown });
}

const MAX_PER_HOUR = { ofPerson: 5, ofAll: 10 };

/** Refuses a person of the console beyond a few tests each hour, or beyond `MAIL_PER_DAY`, which a test counts towards. */
export async function admitTestMail(store: Store, { by, config }: ActContext): Promise<ActRefusal | null> {
  const isAdmitted = by === undefined || (await countTest(store, { by, perDay: config.invitations.mailPerDay }));
  return isAdmitted ? null : refused("invalid", "invitations.testsFull");
}

function countTest(
  { reviews }: Store,
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
      ofHour.length >= MAX_PER_HOUR.ofAll ||
      ofHour.filter((each) => each.by === by).length >= MAX_PER_HOUR.ofPerson ||
      (perDay !== null && ofDay.length >= perDay);
    if (isFull) return false;
    await writes.saveSetting("mail_tests", JSON.stringify([...ofDay, { at: now, by }]));
    return true;
  });
}
