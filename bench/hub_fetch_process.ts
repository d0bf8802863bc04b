/** The bare fetch loop in a process of its own, once: `bun hub_fetch_process.ts COUNT PORT`. */
import { bareFetchLoop, targets } from "./hub_fan_out.ts";

const [count = 0, port = 0] = process.argv.slice(2).map(Number);
await bareFetchLoop(targets(count, port)).run(count);
process.exit(0);
