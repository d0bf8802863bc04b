/** Readers who go from server to server, of a document and of two answers that are computed. */
import type { Answered, Balancer } from "./balancer.ts";
import type { Ledger } from "./ledger.ts";

const PATHS = ["/api/reviews/marker", "/api/feed.json", "/api/reviews/search?limit=1", "/feed.xml"];

export function startReaders(balancer: Balancer, ledger: Ledger, count: number): { stop(): Promise<void> } {
  let isOver = false;
  async function readOn(start: number): Promise<void> {
    for (let at = start; !isOver; at++) {
      const path = PATHS[at % PATHS.length] as string;
      const end = ledger.beginRead(path);
      const answered = await balancer.read(path);
      if (isOver) return;
      const edition = answered?.status === 200 ? editionIn(answered.body) : null;
      // A server that is not ready may show what it showed last: see docs/postgres.md.
      if (answered?.isUnready !== true) end(edition, answered === null ? "without an answer" : describe(answered));
    }
  }
  const readers = Array.from({ length: count }, (_, at) => readOn(at));
  return {
    async stop() {
      isOver = true;
      await Promise.all(readers);
    },
  };
}

function describe({ status, by }: Answered): string {
  return `${status} by ${by}`;
}

/** The edition that a document or an answer shows; null when it shows none. */
export function editionIn(body: string): number | null {
  const [, edition] = /edition (\d+)\b/.exec(body) ?? [];
  return edition === undefined ? null : Number(edition);
}
