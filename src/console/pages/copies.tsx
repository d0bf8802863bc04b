/** @jsxImportSource preact */
/** Reviews at two sites that may be one customer's: the owner says whether they are. */
import { applyManualJoin, type DoubtfulPair, pairState, readDoubtfulCopies } from "../../owner/join_copies.ts";
import { findReviews } from "../../store/mod.ts";
import { Empty, Form, Notice, Pager, Section } from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, SentForm } from "../page.ts";
import { ReviewText } from "./review_views.tsx";

export const copiesModule: ConsoleModule = {
  pages: [{ path: "/copies", show: (context) => copiesPage(context) }],
  acts: [
    { path: "/copies/:one/:other/join", act: "join_copies", run: (context, form) => say(context, form, "join") },
    { path: "/copies/:one/:other/part", act: "join_copies", run: (context, form) => say(context, form, "part") },
  ],
};

async function say(context: ConsoleContext, form: SentForm, kind: "join" | "part"): Promise<ActAnswer> {
  const { one = "", other = "" } = context.parameters;
  const outcome = await applyManualJoin(context.store, { kind, ids: [one, other] }, form.text("state"));
  switch (outcome.kind) {
    case "done":
    case "same":
      return { kind: "done", to: "/copies", notice: kind === "join" ? "done.joined" : "done.parted" };
    case "unknown":
      return { kind: "missing" };
    case "changed":
      return { kind: "again", status: 409, page: await copiesPage(context, context.words.say("frame.changed")) };
    case "too_different":
      return { kind: "again", status: 422, page: await copiesPage(context, context.words.say("copies.tooDifferent")) };
  }
}

const PAGE = 10;

async function copiesPage({ store, words, query, person }: ConsoleContext, notice?: string): Promise<ConsolePage> {
  const { pairs } = await readDoubtfulCopies(store);
  const given = query.get("page") ?? "";
  const pages = Math.ceil(pairs.length / PAGE);
  const page = Math.min(Math.max(1, pages), /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1);
  const shown = pairs.slice((page - 1) * PAGE, page * PAGE);
  const ids = shown.flat().map(({ id }) => id);
  const reviews = new Map((await findReviews(store, ids)).map((each) => [each.id, each]));
  const pairPart = (pair: DoubtfulPair, number: number) => {
    const path = `/copies/${pair.map(({ id }) => encodeURIComponent(id)).join("/")}`;
    const state = pairState(pair);
    return (
      <Section title={words.say("copies.pair", { number })}>
        <div class="pair">
          {pair.map(({ id }) => {
            const review = reviews.get(id);
            return review === undefined ? null : <ReviewText review={review} words={words} />;
          })}
        </div>
        {person.role === "owner" && (
          <div class="row-acts">
            <Form action={`${path}/join`} submit={words.say("copies.same")} state={state} />
            <Form action={`${path}/part`} submit={words.say("copies.different")} state={state} />
          </div>
        )}
      </Section>
    );
  };
  const body = (
    <>
      {notice !== undefined && <Notice tone="waiting">{notice}</Notice>}
      <p>{words.say("copies.lead")}</p>
      {pairs.length === 0 && <Empty title={words.say("copies.none")} advice={words.say("copies.noneAdvice")} />}
      {shown.map((pair, at) => pairPart(pair, (page - 1) * PAGE + at + 1))}
      <Pager words={words} page={page} pages={pages} href={(to) => `/copies?page=${to}`} />
    </>
  );
  return { title: words.say("frame.nav.copies"), section: "copies", body };
}
