/**
 * The hostile side, in a process of its own: prints how often it was answered how when its standard input ends, or when each
 * connection has sent what it had to.
 *
 *     bun soak/attacks/client.ts TARGET ATTACK
 */
import { pause } from "../../test/support/wait.ts";
import type { Target } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";

/** Wait after a refusal, far less than Retry-After asks for. */
const REFUSED_MS = 20;

const [given = "{}", name] = process.argv.slice(2);
const target: Target = JSON.parse(given);
const attack = ATTACKS.find((known) => known.name === name);
if (attack === undefined) throw new Error(`There is no attack ${name}`);
const answers = new Map<string, number>();
let sent = 0;

const connections = Array.from({ length: attack.connections }, async () => {
  do {
    const answer = await attack.send(target, sent++).catch(() => "failed");
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    if (/^(?:429|503|failed)/.test(answer)) await pause(REFUSED_MS);
  } while (!attack.isOnce);
});
void (async () => {
  for await (const _ of Bun.stdin.stream());
  report();
})();
await Promise.all(connections);
report();

function report(): void {
  const counts = [...answers].sort(([, one], [, other]) => other - one).slice(0, 6);
  console.log(counts.map(([answer, count]) => `${answer}: ${count}`).join(", ") || "no answer");
  process.exit(0);
}
