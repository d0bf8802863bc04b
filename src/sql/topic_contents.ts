/**
 * Content numbers of topics as rows: what each release has shown, for the latest revisions.
 *
 * @module
 */
import { and, eq, lt, sql } from "drizzle-orm";
import type { TopicState } from "../hub/mod.ts";
import { topicContents as contents } from "../sqlite/tables.ts";
import type { SyncDatabase } from "./dialect.ts";
import { judgeContent } from "./judge_content.ts";

const { placeholder } = sql;

/** A content that is taken back after more changes than this counts as new. */
const REMEMBERED_REVISIONS = 100;

export interface TopicContents {
  /** The content number of what a topic shows. To be called inside of a write: what is shown first is remembered. */
  numberOf(state: TopicState): number;
  /** The same without remembering anything. */
  peek(state: TopicState): number;
}

/** Prepares the statements once. */
export function createTopicContents(store: SyncDatabase): TopicContents {
  const isTopic = eq(contents.topic, placeholder("topic"));
  const known = store
    .select({
      content: sql<number | null>`max(${contents.content})`,
      isShown: sql<number>`coalesce(max(${contents.generation} = ${placeholder("generation")} and ${contents.digest} = ${placeholder("digest")}), 0)`,
    })
    .from(contents)
    .where(and(isTopic, eq(contents.revision, placeholder("revision"))))
    .prepare();
  const shown = store.select().from(contents).where(isTopic).prepare();
  const outdated = store
    .delete(contents)
    .where(and(isTopic, lt(contents.revision, placeholder("oldest"))))
    .prepare();

  function peek(state: TopicState): number {
    return judgeContent(state, shown.all({ topic: state.topic }));
  }

  return {
    peek,
    numberOf(state) {
      const row = known.get({ ...state });
      if (row?.isShown && row.content !== null) return row.content;
      const content = peek(state);
      store
        .insert(contents)
        .values({ ...state, content })
        .run();
      outdated.run({ topic: state.topic, oldest: state.revision - REMEMBERED_REVISIONS });
      return Math.max(content, row?.content ?? 0);
    },
  };
}
