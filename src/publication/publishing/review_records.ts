/** Rows of an edition as reviews, with what was found in them. */

import { createHash } from "node:crypto";
import { completeBusiness } from "../../import/complete_business.ts";
import {
  ENGINE_VERSION,
  foundMentions,
  isNewerEngine,
  isReadableEngine,
  readAnalysis,
} from "../../insights/analysis/analysis.ts";
import type { Judged, Judgement, ReviewAnalysis } from "../../insights/mod.ts";
import { mentionResolver } from "../../review/mentions.ts";
import type { Business, Catalog, Mentions, PublishedReview, ReviewAspect } from "../../review/mod.ts";
import { UNNAMED_BUSINESS } from "../../review/stored_profile.ts";
import type { Edition, PublishedRow } from "../../store/mod.ts";

export interface ReviewRecord {
  readonly review: PublishedReview;
  /** Mentions in the catalog's words. */
  readonly mentions: Mentions;
  readonly analysis: ReviewAnalysis;
  readonly judgements: readonly Judgement[];
  /** Judgements with their words. */
  readonly aspects: readonly ReviewAspect[];
}

/** Feeds leave judgements out and need no judge. */
type Judge = (review: Judged) => readonly Judgement[];

export function recordReader(business: Business, judge: Judge) {
  const { key, findings, isCurrent } = keptAnalyses(business);
  const isCurrentKey = remembered(isCurrent);
  const resolve = mentionResolver(business);
  const resolved = new Map<Mentions, Mentions>();
  /** Rows with equal mentions share them. */
  const resolveGiven = (given: Mentions) => {
    const known = resolved.get(given) ?? resolve(given);
    resolved.set(given, known);
    return known;
  };
  return {
    /** Null when an older engine or another catalog made it. */
    keptAnalysis: ({ analysis, analysisKey }: PublishedRow) =>
      analysisKey === key || (analysisKey !== null && isCurrentKey(analysisKey)) ? analysis : null,
    recordOf(row: PublishedRow, kept: string): ReviewRecord {
      const { analysis, mentions, language } = findings(kept);
      const review = row.language === null && language !== null ? { ...row, language } : row;
      const judgements = judge({ id: row.id, rating: row.rating, aspectRatings: row.aspectRatings, analysis });
      return {
        review,
        mentions: row.givenMentions ? resolveGiven(row.givenMentions) : resolve(mentions),
        analysis,
        judgements,
        aspects: judgements.map((judgement) => quoted(judgement, row.text)),
      };
    },
  };
}

function quoted({ aspect, sentiment, certainty, start, end }: Judgement, text: string): ReviewAspect {
  return { aspect, sentiment, certainty, quote: text.slice(start, end) };
}

/** Rows have a handful of keys among them. */
function remembered(judge: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const verdict = known.get(key) ?? judge(key);
    known.set(key, verdict);
    return verdict;
  };
}

export function keptAnalyses({ name = "", technicians, services, service_areas, language = "en" }: Catalog) {
  const catalog = { name, technicians, services, service_areas, language };
  const hash = createHash("sha256").update(JSON.stringify(catalog)).digest("hex").slice(0, 16);
  return {
    /** Engine and catalog. */
    key: `${ENGINE_VERSION}/${hash}`,
    /** Also those of a newer engine. */
    isCurrent(kept: string): boolean {
      const [engine = "", catalogHash] = kept.split("/");
      return catalogHash === hash && isReadableEngine(engine, ENGINE_VERSION);
    },
    /** Whether the findings are outdated for every server on this store. */
    isOutdated(kept: string): boolean {
      const [engine = "", catalogHash] = kept.split("/");
      return !isNewerEngine(engine, ENGINE_VERSION) && (engine !== ENGINE_VERSION || catalogHash !== hash);
    },
    findings(code: string) {
      const analysis = readAnalysis(code);
      const isKnown = analysis.language !== "" && analysis.language !== "und";
      const mentions = namesNothing(analysis) ? NOTHING : foundMentions(analysis, catalog);
      return { analysis, mentions, language: isKnown ? analysis.language : null };
    },
  };
}

const NOTHING: Mentions = { technicians: [], services: [], service_areas: [] };

function namesNothing({ technicians, services, service_areas }: ReviewAnalysis): boolean {
  return technicians.length + services.length + service_areas.length === 0;
}

/** Private technicians included; unnamed where none was imported. */
export function businessOf({ business }: Edition): Business {
  return business ?? completeBusiness({ name: UNNAMED_BUSINESS }, null);
}
