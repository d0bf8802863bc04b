/**
 * Builds the single binary `dist/goodword`: migrations, seed, pages and worker inside.
 *
 * Never minified: Elysia reads the source of handlers to learn what they need.
 */
import { $ } from "bun";

const outfile = process.argv[2] ?? "dist/goodword";
await $`bun build --compile --bytecode --format=esm --splitting --no-compile-autoload-dotenv --no-compile-autoload-bunfig --define ${'process.env.NODE_ENV="production"'} src/main.ts src/bun/publish_worker.ts --outfile ${outfile}`;
