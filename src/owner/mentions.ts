/** Corrects the technicians, services and areas of a review. Its text and stars cannot be changed. */
import Type from "typebox";
import { analystFor } from "../publication/publishing/mod.ts";
import { isLongerThan, type Mentions, mentionResolver, normaliseLine } from "../review/mod.ts";
import { instantOfChange, readBusiness, type Store, type StoredBusiness, type StoredReview } from "../store/mod.ts";
import { act, done, same } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";
import { reviewSubject } from "./subjects.ts";

const MAX_MENTIONS = 50;
const MAX_MENTION_LENGTH = 120;

const names = (flags: string, help: string) => Type.Optional(Type.Array(Type.String(), field({ flags, help })));

export const mentions = act({
  name: "mentions",
  subject: reviewSubject,
  details:
    'Without options it shows them. A list that is given replaces what was detected; "" empties it. The text and the rating cannot be changed.',
  examples: [['goodword mentions r_abc --technician "Ana Ruiz" --service drains', "she did it, and it was a drain"]],
  input: Type.Object({
    technicians: names("--technician <name>", "a technician; repeatable"),
    services: names("--service <id>", "a service; repeatable"),
    service_areas: names("--area <id>", "an area; repeatable"),
    as_found: Type.Optional(Type.Boolean(field({ help: "detect them in the text again" }))),
  }),
  contradictions: [
    { fields: ["technicians", "as_found"], code: "act.foundInstead" },
    { fields: ["services", "as_found"], code: "act.foundInstead" },
    { fields: ["service_areas", "as_found"], code: "act.foundInstead" },
  ],
  async run(writes, { one: review, input }) {
    const { id, givenMentions } = review;
    const notice = "done.saved";
    const before = mentionsOf(review, await writes.business());
    const isNamed = Object.values(input).some((each) => each !== undefined);
    if (!isNamed) {
      const lines = Object.entries(before).map(
        ([kind, names]) => `${kind.replace("_", " ")}: ${names.join(", ") || "-"}`,
      );
      return same({ lines, data: { id, changed: false, mentions: before }, notice });
    }
    // A list that is not named stays; "" empties one.
    const list = (kind: keyof Mentions) => [
      ...new Set((input[kind]?.filter((name) => name !== "") ?? before[kind]).map(normaliseLine)),
    ];
    const given = input.as_found
      ? null
      : { technicians: list("technicians"), services: list("services"), service_areas: list("service_areas") };
    if (given !== null && !Object.values(given).every(isFit)) return refused("usage", "act.mentions");
    if (isSame(givenMentions, given)) {
      return same({ lines: [`Nothing to change for ${id}`], data: { id, changed: false }, notice });
    }
    const at = instantOfChange(writes.now, await writes.state());
    await writes.changeReview(id, { givenMentions: given, updatedAt: at });
    const lines = [{ reviewId: id, detail: { mentions: given === null ? "as found in its words" : "given" } }];
    const revision = await writes.recordChange({ command: "mentions", at, lines });
    const data = { id, changed: true, mentions: given, revision };
    return done({ lines: [`Mentions of ${id} saved; revision ${revision}`], data, notice });
  },
});

function isFit(names: readonly string[]): boolean {
  return names.length <= MAX_MENTIONS && names.every((name) => name !== "" && !isLongerThan(name, MAX_MENTION_LENGTH));
}

function isSame(one: Mentions | null, other: Mentions | null): boolean {
  const plain = (mentions: Mentions | null) =>
    mentions && [mentions.technicians, mentions.services, mentions.service_areas];
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** What a review mentions, by the names in the catalog: the given ones, otherwise those found in its words. */
export async function readMentions(store: Store, review: StoredReview): Promise<Mentions> {
  return mentionsOf(review, await readBusiness(store));
}

function mentionsOf(review: StoredReview, business: StoredBusiness | null): Mentions {
  const catalog = business?.profile ?? { technicians: [], services: [], service_areas: [] };
  if (review.givenMentions !== null) return mentionResolver(catalog)(review.givenMentions);
  const analyst = analystFor(catalog);
  const { mentions } = analyst.findings(analyst.analyze(review));
  return mentionResolver(catalog)(mentions);
}
