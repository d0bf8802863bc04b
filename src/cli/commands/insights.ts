/** Prints the insights, explains single judgements, and suggests names for the catalog. */

import { readConfig } from "../../config.ts";
import { notFound } from "../../errors.ts";
import { publishAnalyzed } from "../../owner/export.ts";
import { auditExpressions, explainJudgements, suggestTechnicians } from "../../owner/insights.ts";
import { argumentOf, type CommandCall, listOutcome, type Outcome, table } from "../command.ts";

export async function insightsShow(call: CommandCall): Promise<Outcome> {
  const [section] = call.arguments;
  const { publication } = await call.withStore((store) =>
    publishAnalyzed(store, readConfig(call.context.env), call.context.openAnalysisThreads),
  );
  const insights = JSON.parse(publication.json.insights) as Record<string, object>;
  const shown = section === undefined ? insights : (insights[section] ?? null);
  return { lines: JSON.stringify(shown, null, 2).split("\n"), data: shown, isContent: true };
}

export async function explain(call: CommandCall): Promise<Outcome> {
  const id = argumentOf(call);
  const explanation = await call.withStore((store) => explainJudgements(store, id));
  if (explanation === null) throw notFound(`No review with the id ${JSON.stringify(id)}`);
  const { language, sentiment, opinions, votes, entities } = explanation;
  return {
    lines: [
      ...table([
        ["language", language],
        ["sentiment", sentiment.toFixed(3)],
      ]),
      ...table(opinions.map(({ words, valence }) => ["word", words, valence.toFixed(2)])),
      ...table(votes.map((vote) => ["vote", vote.aspect, vote.sentiment, vote.certainty.toFixed(2), vote.quote])),
      ...table(entities.map(({ kind, id: entity, words }) => ["mention", kind, entity, words])),
    ],
    data: { id, ...explanation },
  };
}

export async function audit(call: CommandCall): Promise<Outcome> {
  const found = await call.withStore(auditExpressions);
  const rows = found.map(({ phrase, aspect, side, against, borne_out, review_ids }) => {
    return [phrase, `${side} of ${aspect}`, `${against} against, ${borne_out} borne out`, review_ids.join(" ")];
  });
  return listOutcome(found, rows, "No expression is contradicted by the stars of its reviews");
}

export async function suggest(call: CommandCall): Promise<Outcome> {
  const names = await call.withStore(suggestTechnicians);
  const rows = names.map((each) => [each.name, `${each.review_count} reviews`, each.review_ids.join(" ")]);
  return listOutcome(names, rows, "No names to suggest");
}
