/**
 * Property tests play the same cases in every run. bunfig.toml loads this before the tests; `bun run test:properties`
 * gives other seeds, one for each run.
 */
import * as fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
