/**
 * Content numbers of topics as rows: what each release has shown, for the latest revisions.
 *
 * @module
 */
import { and, eq, lt, sql } from "drizzle-orm";
import type { TopicState } from "../hub/mod.ts";
import type { Sql } from "./dialect.ts";
import { judgeContent } from "./judge_content.ts";

const { placeholder } = sql;

/** A content that is taken back after more changes than this counts as new. */
const REMEMBERED_REVISIONS = 100;

/** Numbers the successive contents of each topic, so that a subscription can record which one it acknowledged. */
export interface TopicContents {
  /** The content number of what a topic shows. To be called inside of a write: what is shown first is remembered. */
  numberOf(state: TopicState): Promise<number>;
  /** The same without remembering anything. */
  peek(state: TopicState): Promise<number>;
}

/** Prepares the statements once. */
export function createTopicContents(connection: Sql): TopicContents {
  const { db, tables, prepareRows, prepareChange } = connection;
  const { topicContents: contents } = tables;
  const isTopic = eq(contents.topic, placeholder("topic"));
  const isThis = sql`${contents.generation} = ${placeholder("generation")} and ${contents.digest} = ${placeholder("digest")}`;
  const known = prepareRows(
    db
      .select({
        content: sql<number | null>`max(${contents.content})`.mapWith(Number),
        isShown: sql<number | null>`max(case when ${isThis} then 1 else 0 end)`.mapWith(Number),
      })
      .from(contents)
      .where(and(isTopic, eq(contents.revision, placeholder("revision")))),
  );
  const shown = prepareRows(db.select().from(contents).where(isTopic));
  const outdated = prepareChange(db.delete(contents).where(and(isTopic, lt(contents.revision, placeholder("oldest")))));

  async function peek(state: TopicState): Promise<number> {
    return judgeContent(state, await shown({ topic: state.topic }));
  }

  return {
    peek,
    async numberOf(state) {
      const [row] = await known({ ...state });
      if (row?.isShown && row.content !== null) return row.content;
      const content = await peek(state);
      // Where writes do not exclude each other, a server of the same release may have said so just now.
      await db
        .insert(contents)
        .values({ ...state, content })
        .onConflictDoNothing();
      await outdated({ topic: state.topic, oldest: state.revision - REMEMBERED_REVISIONS });
      return Math.max(content, row?.content ?? 0);
    },
  };
}
