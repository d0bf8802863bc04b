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
        "list expressions that the stars of their reviews contradict; `goodword insights overrides --mute` mutes them",
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
      name: "overrides",
      summary: "list, mute or unmute expressions that judge nothing among your customers",
      arguments: [{ name: "[phrases...]", description: "as `goodword insights audit` prints them" }],
      options: [
        { flags: "--mute", description: "mute them: a judgement that rests on these alone is left out" },
        { flags: "--unmute", description: "let them judge again" },
      ],
      examples: [['goodword insights overrides --mute "no debris"', "that expression judges nothing any more"]],
      run: async (call) => {
        const [mute, unmute] = [call.flag("mute"), call.flag("unmute")];
        const phrases = call.arguments;
        if (mute && unmute) throw new GoodwordError("usage", "Either --mute or --unmute, not both");
        if (mute || unmute ? phrases.length === 0 : phrases.length > 0)
          throw new GoodwordError("usage", "Phrases are given together with --mute or --unmute");
        const { changeMutedPhrases, mutedPhrases } = await import("../../owner/mute_phrases.ts");
        const change = { mute: mute ? phrases : [], unmute: unmute ? phrases : [] };
        const muted = await call.withStore((store) =>
          mute || unmute ? changeMutedPhrases(store, change, call.world.now()) : mutedPhrases(store),
        );
        return { lines: muted.length === 0 ? ["No expression is muted"] : muted, data: { muted_phrases: muted } };
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
