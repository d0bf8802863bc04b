/**
 * `bun run test:mail`: kills a server that sends invitations at instants of chance, some hundred times, and counts what the mail
 * server saw. A message a second at most is sent, so this takes about a second and a half for each kill.
 */
import { parseArgs } from "node:util";
import { playKills } from "../../test/support/mail_kills.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
console.log(`seed ${seed}`);
const begun: number[] = [];
const report = await playKills({
  ...{ kills, servers: 1, seed, jobs: kills + 20 },
  onBegun: () => void begun.push(performance.now()),
  onKill: (killed, accepted) => killed % 50 === 0 && console.log(`${killed} kills, ${accepted} messages accepted`),
});
const within = (from: number) => begun.filter((at) => at >= from && at < from + 60_000).length;
const mostPerMinute = Math.max(...begun.map(within));
console.log(JSON.stringify({ ...report, mostPerMinute }));
const { lost, repeats, different } = report;
process.exit(lost === 0 && repeats <= kills && different === 0 && mostPerMinute <= 60 ? 0 : 1);
