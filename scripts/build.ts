/**
 * Builds the single binary `dist/goodword`: migrations, seed, pages and workers inside.
 *
 * The same source, dependencies and Bun give the same bytes, wherever and whenever it is built.
 *
 * Never minified: Elysia reads the source of handlers to learn what they need.
 */
import { $ } from "bun";
import { LICENSES_FILE, thirdPartyLicenses } from "./third_party_licenses.ts";

const [outfile = "dist/goodword", platform] = process.argv.slice(2);
/** Bun's name of another platform, such as bun-linux-arm64; its runtime is downloaded. */
const target = platform === undefined ? [] : [`--target=${platform}`];
await Bun.write(LICENSES_FILE, thirdPartyLicenses());
await $`bun build --compile ${target} --bytecode --format=esm --splitting --no-compile-autoload-dotenv --no-compile-autoload-bunfig --define ${'process.env.NODE_ENV="production"'} src/main.ts src/server/workers/service_worker.ts --outfile ${outfile}`;
