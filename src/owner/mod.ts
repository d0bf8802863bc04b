/**
 * What an owner does with the store: imports, exports, verification against jobs, and a look for what is wrong.
 *
 * In: files, requests and a store. Out: values that say what came of it; a door puts them into its own words.
 * Never: a terminal, an option, an exit code.
 *
 * @module
 */
export { carryOutImport, type DoneImport } from "./carry_out_import.ts";
export { importRequest, optionsWithin } from "./import_request.ts";
export { importSeed } from "./import_seed.ts";
