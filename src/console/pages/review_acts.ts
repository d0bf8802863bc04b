/** What an owner does about one review, each as the forms of its page send it. */

import { editMentions, withholdReview } from "../../owner/edit_review.ts";
import { settleObjections } from "../../owner/inbox.ts";
import { applyManualJoin } from "../../owner/join_copies.ts";
import { removeReviews, restoreReview } from "../../owner/remove.ts";
import { REPLY_CONTACTS, replyToReview } from "../../owner/reply.ts";
import { attestReviews } from "../../owner/save_verifications.ts";
import { OWNERS_REASONS, REMOVAL_REASONS } from "../../review/mod.ts";
import type { ActAnswer, ActRow, ConsoleContext, NoticeKey, SentForm } from "../page.ts";
import { keptReviewPage, type TypedOfReview } from "./review.tsx";
import { pathOfReview } from "./review_views.tsx";

export const reviewActs: readonly ActRow[] = [
  ofReview("reply", "reply", async (context, seen, form) => {
    const text = form.text("reply");
    const contacts = REPLY_CONTACTS.find((each) => each === form.text("contacts"));
    const outcome = await replyToReview(context.store, { ...seen, text, contacts, date: undefined, now: context.now });
    switch (outcome.kind) {
      case "saved":
      case "same":
        return done(context, "done.replied");
      case "changed":
        return again(context, 409, { reply: text, isOvertaken: true });
      case "contacts_found":
        return again(context, 422, { reply: text, replyContacts: outcome.found });
      case "unknown":
        return { kind: "missing" };
      case "text_refused":
        return again(context, 422, { reply: text, replyError: context.words.say("profile.wrong.characters") });
      default:
        return again(context, 422, { reply: text, replyError: context.words.say("review.replyEmpty") });
    }
  }),
  ofReview("reply/remove", "reply", async (context, seen) => {
    const order = { ...seen, text: null, date: undefined, now: context.now };
    return settled(context, await replyToReview(context.store, order), "done.replyBack");
  }),
  ofReview("withhold", "edit_review", async (context, seen, form) => {
    const reason = OWNERS_REASONS.find((each) => each === form.text("reason"));
    if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
    return settled(context, await withholdReview(context.store, { ...seen, reason }), "done.withheld");
  }),
  ofReview("show", "edit_review", async (context, seen) => {
    return settled(context, await withholdReview(context.store, { ...seen, reason: null }), "done.shown");
  }),
  ofReview("attest", "save_verifications", async (context, seen) => {
    return settled(context, await attest(context, seen, "operator_attested"), "done.attested");
  }),
  ofReview("withdraw", "save_verifications", async (context, seen) => {
    return settled(context, await attest(context, seen, "none"), "done.withdrawn");
  }),
  ofReview("mentions", "edit_review", async (context, seen, form) => {
    const list = (name: string) => [...form.all(name)];
    const mentions = {
      technicians: list("technicians"),
      services: list("services"),
      service_areas: list("service_areas"),
    };
    const outcome = await editMentions(context.store, { ...seen, mentions });
    if (outcome.kind === "changed") return again(context, 409, { mentions, isOvertaken: true });
    return settled(context, outcome, "done.saved");
  }),
  ofReview("mentions/found", "edit_review", async (context, seen) => {
    return settled(context, await editMentions(context.store, { ...seen, mentions: null }), "done.saved");
  }),
  ofReview("remove", "remove", async (context, { id, expected }, form) => {
    const reason = REMOVAL_REASONS.find((each) => each === form.text("reason"));
    if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
    return settled(context, await removeReviews(context.store, { ids: [id], reason, expected }), "done.removed");
  }),
  ofReview("restore", "remove", async (context, { id }) => {
    return settled(context, await restoreReview(context.store, id), "done.restored");
  }),
  ofReview("settle", "inbox", async (context, { id, expected }) => {
    return settled(context, await settleObjections(context.store, id, expected), "done.settled");
  }),
  ofReview("join", "join_copies", async (context, { id }, form) => {
    const [other = "", state] = form.text("other").split(".");
    if (other === "") return again(context, 422, { joinError: context.words.say("review.joinMissing") });
    return settled(
      context,
      await applyManualJoin(context.store, { kind: "join", ids: [id, other] }, state),
      "done.joined",
    );
  }),
  ofReview("split/:other", "join_copies", async (context, { id, expected }) => {
    const ids = [id, context.parameters.other ?? ""] as const;
    return settled(context, await applyManualJoin(context.store, { kind: "part", ids }, expected), "done.parted");
  }),
];

/** The review of the path, as the form has seen it. */
interface Seen {
  readonly id: string;
  readonly expected: string;
}

/** The row of an act, by what is below the path of its review. */
function ofReview(
  below: string,
  act: string,
  run: (context: ConsoleContext, seen: Seen, form: SentForm) => Promise<ActAnswer>,
): ActRow {
  return {
    ...{ path: `/reviews/:id/${below}`, act },
    run: (context, form) => run(context, { id: idOf(context), expected: form.text("state") }, form),
  };
}

function idOf({ parameters }: ConsoleContext): string {
  return parameters.id ?? "";
}

function attest({ store, now, person }: ConsoleContext, { id, expected }: Seen, method: "operator_attested" | "none") {
  return attestReviews(store, { ids: [id], method, by: person.name, now, expected });
}

function done(context: ConsoleContext, notice: NoticeKey): ActAnswer {
  return { kind: "done", to: pathOfReview(idOf(context)), notice };
}

async function again(context: ConsoleContext, status: 409 | 422, typed: TypedOfReview): Promise<ActAnswer> {
  return { kind: "again", status, page: await keptReviewPage(context, typed) };
}

/** What is refused leaves the page as it is, which says why. */
function settled(context: ConsoleContext, { kind }: { readonly kind: string }, notice: NoticeKey) {
  if (kind === "changed" || kind === "none") return again(context, 409, { isOvertaken: true });
  if (kind === "unknown") return { kind: "missing" } as const;
  const isRefused = ["withheld_otherwise", "authors", "refused", "not_suppressed", "too_different"].includes(kind);
  return isRefused ? again(context, 422, {}) : done(context, notice);
}
