/**
 * `bun run test:mail`: kills a server that sends invitations at instants of chance, some hundred times, and counts what the mail
 * server saw. A message a second at most is sent, so this takes about a second and a half for each kill.
 */
import { playKills } from "../../test/support/mail_kills.ts";
import { finish, optionsOf } from "../options.ts";

const { kills, seed } = optionsOf({ kills: 500 });
const begun: number[] = [];
const report = await playKills({
  kills,
  servers: 1,
  seed,
  jobs: kills + 20,
  onBegun: () => void begun.push(performance.now()),
  onKill: (killed, accepted) => killed % 50 === 0 && console.log(`${killed} kills, ${accepted} messages accepted`),
});
const within = (from: number) => begun.filter((at) => at >= from && at < from + 60_000).length;
const mostPerMinute = Math.max(...begun.map(within));
const { lost, repeats, different } = report;
const tooOften = Math.max(0, repeats - kills);
const tooMany = Math.max(0, mostPerMinute - 60);
finish({ ...report, mostPerMinute }, lost + different + tooOften + tooMany);
