/** What answers have to bear: a crowd at one link, and servers that are killed. */
import { pause } from "../../test/support/wait.ts";
import { AnswerStage, submit } from "./stage.ts";

/** What a play found: nothing is as it should be. */
export interface Played {
  readonly told: string;
  readonly findings: readonly string[];
}

/** Submissions of one link at once, over two servers on PostgreSQL or one on a file: exactly one review. */
export async function crowd(count: number, database?: string): Promise<Played> {
  using stage = await AnswerStage.open({ links: 1, database });
  const one = await stage.serve();
  const other = database === undefined ? one : await stage.serve();
  const [token = ""] = stage.tokens;
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, at) => submit(at % 2 === 0 ? one : other, token, "On time.")),
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const server of new Set([one, other])) await server.kill();
  const { links, reviews } = await stage.outcomes();
  const told = `${count} submissions of one link in ${seconds} s: ${tally(statuses)}; reviews ${reviews}`;
  const isOne = reviews === 1 && links[0]?.text === "On time." && statuses.includes(303);
  const odd = statuses.filter((status) => status !== 303 && status !== 429 && status !== 503);
  return { told, findings: [...(isOne ? [] : ["not exactly one review"]), ...odd.map((status) => `status ${status}`)] };
}

/** Links that are answered between two kills. */
const LINKS_A_KILL = 6;

/**
 * Servers that are killed while answers come in, at instants that `random` chooses: every answer that got its 303 is there once, and so
 * is every one that its customer sent again.
 */
export async function kills(count: number, random: () => number): Promise<Played> {
  using stage = await AnswerStage.open({ links: count * LINKS_A_KILL });
  const acknowledged = new Set<string>();
  let cut: string[] = [];
  for (let kill = 0; kill < count; kill++) {
    const server = await stage.serve();
    const fresh = stage.tokens.slice(kill * LINKS_A_KILL, (kill + 1) * LINKS_A_KILL);
    const first = Promise.withResolvers<void>();
    const answers = [...cut, ...fresh].map(async (token) => {
      const status = await submit(server, token, `Words of ${token}`);
      first.resolve();
      return { token, status };
    });
    // Half of them before the first answer is given, which is when the invitation service opens.
    if (random() < 0.5) await first.promise;
    await pause(random() * 400);
    await server.kill();
    cut = [];
    for (const { token, status } of await Promise.all(answers)) {
      if (status === 303) acknowledged.add(token);
      else cut.push(token);
    }
  }
  const { links, reviews } = await stage.outcomes();
  const lost = links.filter(({ token, text }) => acknowledged.has(token) && text !== `Words of ${token}`);
  const kept = links.filter(({ text }) => text !== null).length;
  const told = `${count} kills: ${acknowledged.size} answers acknowledged, ${kept} links with a review, ${reviews} reviews`;
  return {
    told,
    findings: [...lost.map(({ token }) => `lost: ${token}`), ...(kept === reviews ? [] : ["reviews without a link"])],
  };
}

function tally(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, list]) => `${list.length} x ${status}`).join(", ");
}
