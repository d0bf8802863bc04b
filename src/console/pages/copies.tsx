/** @jsxImportSource preact */
import { join } from "../../owner/join.ts";
import { type DoubtfulPair, pairState, readDoubtfulCopies } from "../../owner/join_copies.ts";
import { split } from "../../owner/split.ts";
import { findReviews } from "../../store/mod.ts";
import { Empty, Pager, pageIn, Section } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ConsoleContext, ConsoleModule, ConsolePage } from "../page.ts";
import { ReviewText } from "./review_views.tsx";

const [JOIN, SPLIT] = ["/copies/:id/join", "/copies/:id/split"] as const;

export const copiesModule: ConsoleModule = {
  pages: [{ path: "/copies", show: (context) => copiesPage(context) }],
  acts: [
    formRow(join, { path: JOIN, page: copiesPage, to: "/copies" }),
    formRow(split, { path: SPLIT, page: copiesPage, to: "/copies" }),
  ],
};

const PAGE_PAIRS = 10;

async function copiesPage(context: ConsoleContext): Promise<ConsolePage> {
  const { store, words, query, person, services } = context;
  const { pairs } = await services.perRevision(store, readDoubtfulCopies);
  const pages = Math.ceil(pairs.length / PAGE_PAIRS);
  const page = Math.min(Math.max(1, pages), pageIn(query));
  const shown = pairs.slice((page - 1) * PAGE_PAIRS, page * PAGE_PAIRS);
  const ids = shown.flat().map(({ id }) => id);
  const reviews = new Map((await findReviews(store, ids)).map((each) => [each.id, each]));
  const pairPart = (pair: DoubtfulPair, number: number) => {
    const of = reviews.get(pair[0].id);
    const fixed = { other: `${pair[1].id}.${pairState(pair)}` };
    return (
      <Section title={words.say("copies.pair", { number })}>
        <div class="pair">
          {pair.map(({ id }) => {
            const review = reviews.get(id);
            return review === undefined ? null : <ReviewText review={review} words={words} />;
          })}
        </div>
        {person.role === "owner" && of !== undefined && (
          <div class="row-acts">
            <ActForm context={context} act={join} of={of} fixed={fixed} path={JOIN} submit={words.say("copies.same")} />
            <ActForm
              context={context}
              act={split}
              of={of}
              fixed={fixed}
              path={SPLIT}
              submit={words.say("copies.different")}
            />
          </div>
        )}
      </Section>
    );
  };
  const body = (
    <>
      <p>{words.say("copies.lead")}</p>
      {pairs.length === 0 && <Empty title={words.say("copies.none")} advice={words.say("copies.noneAdvice")} />}
      {shown.map((pair, at) => pairPart(pair, (page - 1) * PAGE_PAIRS + at + 1))}
      <Pager words={words} page={page} pages={pages} href={(to) => `/copies?page=${to}`} />
    </>
  );
  return { title: words.say("frame.nav.copies"), section: "copies", body };
}
