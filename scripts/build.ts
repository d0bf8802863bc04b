/**
 * Builds the single binary `dist/goodword`: migrations, seed, pages and workers inside.
 *
 * Never minified: Elysia reads the source of handlers to learn what they need.
 */
import { $ } from "bun";

const [outfile = "dist/goodword", platform] = process.argv.slice(2);
/** Bun's name of another platform, such as bun-linux-arm64; its runtime is downloaded. */
const target = platform === undefined ? [] : [`--target=${platform}`];
await $`bun build --compile ${target} --bytecode --format=esm --splitting --no-compile-autoload-dotenv --no-compile-autoload-bunfig --define ${'process.env.NODE_ENV="production"'} src/main.ts src/bun/publisher/publish_worker.ts src/bun/subscriptions/subscription_worker.ts --outfile ${outfile}`;
