/** What an owner does about one review, each as the forms of its page send it. */

import { editMentions, withholdReview } from "../../owner/edit_review.ts";
import { settleObjections } from "../../owner/inbox.ts";
import { applyManualJoin } from "../../owner/join_copies.ts";
import { removeReviews, restoreReview } from "../../owner/remove.ts";
import { replyToReview } from "../../owner/reply.ts";
import { attestReviews } from "../../owner/save_verifications.ts";
import { OWNERS_REASONS, REMOVAL_REASONS } from "../../review/mod.ts";
import type { ActAnswer, ActRow, ConsoleContext, NoticeKey, SentForm } from "../page.ts";
import { keptReviewPage, type TypedOfReview } from "./review.tsx";
import { pathOfReview } from "./review_views.tsx";

const idOf = ({ parameters }: Pick<ConsoleContext, "parameters">) => parameters.id ?? "";

export const reviewActs: readonly ActRow[] = [
  {
    path: "/reviews/:id/reply",
    act: "reply",
    run: async (context, form) => {
      const text = form.text("reply");
      const order = { id: idOf(context), text, date: undefined, now: context.now, expected: form.text("state") };
      const outcome = await replyToReview(context.store, order);
      switch (outcome.kind) {
        case "saved":
          return done(context, outcome.isMasked ? "done.replyMasked" : "done.replied");
        case "same":
          return done(context, "done.replied");
        case "changed":
          return again(context, 409, { reply: text, isOvertaken: true });
        case "unknown":
          return { kind: "missing" };
        case "text_refused":
          return again(context, 422, { reply: text, replyError: context.words.say("profile.wrong.characters") });
        default:
          return again(context, 422, { reply: text, replyError: context.words.say("review.replyEmpty") });
      }
    },
  },
  {
    path: "/reviews/:id/reply/remove",
    act: "reply",
    run: async (context, form) => {
      const order = { id: idOf(context), text: null, date: undefined, now: context.now, expected: form.text("state") };
      return settled(context, await replyToReview(context.store, order), "done.replyBack");
    },
  },
  {
    path: "/reviews/:id/withhold",
    act: "edit_review",
    run: async (context, form) => {
      const reason = OWNERS_REASONS.find((each) => each === form.text("reason"));
      if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
      const order = { id: idOf(context), reason, expected: form.text("state") };
      return settled(context, await withholdReview(context.store, order), "done.withheld");
    },
  },
  {
    path: "/reviews/:id/show",
    act: "edit_review",
    run: async (context, form) => {
      const order = { id: idOf(context), reason: null, expected: form.text("state") };
      return settled(context, await withholdReview(context.store, order), "done.shown");
    },
  },
  {
    path: "/reviews/:id/attest",
    act: "save_verifications",
    run: (context, form) => attest(context, form, "operator_attested"),
  },
  {
    path: "/reviews/:id/withdraw",
    act: "save_verifications",
    run: (context, form) => attest(context, form, "none"),
  },
  {
    path: "/reviews/:id/mentions",
    act: "edit_review",
    run: async (context, form) => {
      const list = (name: string) => [...form.all(name)];
      const mentions = {
        technicians: list("technicians"),
        services: list("services"),
        service_areas: list("service_areas"),
      };
      const order = { id: idOf(context), mentions, expected: form.text("state") };
      const outcome = await editMentions(context.store, order);
      if (outcome.kind === "changed") return again(context, 409, { mentions, isOvertaken: true });
      return settled(context, outcome, "done.saved");
    },
  },
  {
    path: "/reviews/:id/mentions/found",
    act: "edit_review",
    run: async (context, form) => {
      const order = { id: idOf(context), mentions: null, expected: form.text("state") };
      return settled(context, await editMentions(context.store, order), "done.saved");
    },
  },
  {
    path: "/reviews/:id/remove",
    act: "remove",
    run: async (context, form) => {
      const reason = REMOVAL_REASONS.find((each) => each === form.text("reason"));
      if (reason === undefined) return again(context, 422, { reasonError: context.words.say("review.reasonMissing") });
      const order = { ids: [idOf(context)], reason, expected: form.text("state") };
      return settled(context, await removeReviews(context.store, order), "done.removed");
    },
  },
  {
    path: "/reviews/:id/restore",
    act: "remove",
    run: async (context) => settled(context, await restoreReview(context.store, idOf(context)), "done.restored"),
  },
  {
    path: "/reviews/:id/settle",
    act: "inbox",
    run: async (context, form) =>
      settled(context, await settleObjections(context.store, idOf(context), form.text("state")), "done.settled"),
  },
  {
    path: "/reviews/:id/split/:other",
    act: "join_copies",
    run: async (context, form) => {
      const ids = [idOf(context), context.parameters.other ?? ""] as const;
      const outcome = await applyManualJoin(context.store, { kind: "part", ids }, form.text("state"));
      return settled(context, outcome, "done.parted");
    },
  },
];

async function attest(context: ConsoleContext, form: SentForm, method: "operator_attested" | "none") {
  const { now, person, store } = context;
  const order = { ids: [idOf(context)], method, by: person.name, now, expected: form.text("state") };
  return settled(context, await attestReviews(store, order), method === "none" ? "done.withdrawn" : "done.attested");
}

function done(context: ConsoleContext, notice: NoticeKey): ActAnswer {
  return { kind: "done", to: pathOfReview(idOf(context)), notice };
}

async function again(context: ConsoleContext, status: 409 | 422, typed: TypedOfReview): Promise<ActAnswer> {
  const page = await keptReviewPage(context, typed);
  return page === null ? { kind: "missing" } : { kind: "again", status, page };
}

/** What is refused leaves the page as it is, which says why. */
function settled(context: ConsoleContext, { kind }: { readonly kind: string }, notice: NoticeKey) {
  if (kind === "changed" || kind === "none") return again(context, 409, { isOvertaken: true });
  if (kind === "unknown") return { kind: "missing" } as const;
  const isRefused = ["withheld_otherwise", "authors", "refused", "not_suppressed", "too_different"].includes(kind);
  return isRefused ? again(context, 422, {}) : done(context, notice);
}
