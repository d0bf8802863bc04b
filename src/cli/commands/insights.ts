import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { argumentOf, type Command } from "../command.ts";
import { table } from "../table.ts";

const SECTIONS = ["aspects", "entities", "topics", "faq", "summary", "transparency"] as const;
type Section = (typeof SECTIONS)[number];

/** Prints the insights, explains single judgements, and suggests names for the catalog. */
export const insightsCommand: Command = {
  name: "insights",
  summary: "inspect what is computed from the reviews, and why",
  subcommands: [
    {
      name: "show",
      summary: "show the insights as /insights.json has them",
      arguments: [{ name: "[section]", description: "only a section", choices: SECTIONS }],
      run: async (call) => {
        const section = call.arguments[0] as Section | undefined;
        const { publishNow } = await import("../../owner/publish_now.ts");
        const { parts } = await call.withStore((store) => publishNow(store, readConfig(call.world.env)));
        const insights = JSON.parse(parts.insightsJson) as Record<Section, object>;
        const shown = section === undefined ? insights : insights[section];
        return { lines: JSON.stringify(shown, null, 2).split("\n"), data: shown, isContent: true };
      },
    },
    {
      name: "explain",
      summary: "show which words of a review gave which vote",
      arguments: [{ name: "<id>", description: "id of the review" }],
      run: async (call) => {
        const id = argumentOf(call);
        const { explainJudgements } = await import("../../owner/explain_judgements.ts");
        const explanation = await call.withStore((store) => explainJudgements(store, id));
        if (explanation === null)
          throw new GoodwordError("not_found", `There is no review with the id ${JSON.stringify(id)}`);
        const { language, sentiment, opinions, votes, entities } = explanation;
        return {
          lines: [
            ...table([
              ["language", language],
              ["sentiment", sentiment.toFixed(3)],
            ]),
            ...table(opinions.map(({ words, valence }) => ["word", words, valence.toFixed(2)])),
            ...table(
              votes.map(({ aspect, sentiment: side, certainty, quote }) => [
                "vote",
                aspect,
                side,
                certainty.toFixed(2),
                quote,
              ]),
            ),
            ...table(entities.map(({ kind, id: entity, words }) => ["mention", kind, entity, words])),
          ],
          data: { id, ...explanation },
        };
      },
    },
    {
      name: "audit",
      summary:
        "list expressions that the stars of their reviews contradict; insights.muted_phrases in an import mutes them",
      run: async (call) => {
        const { auditExpressions } = await import("../../owner/explain_judgements.ts");
        const found = await call.withStore(auditExpressions);
        return {
          lines:
            found.length === 0
              ? ["No expression is contradicted by the stars of its reviews"]
              : table(
                  found.map(({ phrase, aspect, side, against, borne_out, review_ids }) => [
                    phrase,
                    `${side} of ${aspect}`,
                    `${against} against, ${borne_out} borne out`,
                    review_ids.join(" "),
                  ]),
                ),
          data: found,
        };
      },
    },
    {
      name: "suggest",
      summary: "suggest names of technicians that the catalog does not list",
      run: async (call) => {
        const { suggestTechnicians } = await import("../../owner/explain_judgements.ts");
        const names = await call.withStore(suggestTechnicians);
        return {
          lines:
            names.length === 0
              ? ["No names to suggest"]
              : table(names.map((each) => [each.name, `${each.review_count} reviews`, each.review_ids.join(" ")])),
          data: names,
        };
      },
    },
  ],
};
