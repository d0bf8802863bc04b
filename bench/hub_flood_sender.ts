/**
 * The hostile side of the flood bench, in a process of its own: so many subscription requests a second to the hub at URL, for
 * callbacks under fifty domains, in the name of two hundred IPv4 addresses and of the lines of one IPv6 network.
 *
 *     bun bench/hub_flood_sender.ts URL TOPIC CALLBACK_PORT REQUESTS_PER_SECOND
 *
 * Prints how many were answered with which status when its standard input ends.
 */
const [url = "", topic = "", port = "443", perSecond = "1000"] = process.argv.slice(2);
const STEP_MS = 20;
const statuses = new Map<number, number>();
let sent = 0;

const any = (count: number) => Math.floor(Math.random() * count);
const address = () => (any(2) === 0 ? `203.0.113.${any(200)}` : `2001:db8:bad:${any(65_536).toString(16)}::1`);

async function ask(): Promise<void> {
  const callback = `https://n${any(1e9)}.evil-${any(50)}.test:${port}/`;
  const body = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": callback });
  const { status } = await fetch(url, { method: "POST", body, headers: { "X-Forwarded-For": address() } });
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

const begun = performance.now();
setInterval(() => {
  const due = ((performance.now() - begun) / 1000) * Number(perSecond);
  for (; sent < due; sent++) void ask().catch(() => {});
}, STEP_MS);

for await (const _ of Bun.stdin.stream());
console.log(JSON.stringify({ sent, statuses: [...statuses] }));
process.exit(0);
