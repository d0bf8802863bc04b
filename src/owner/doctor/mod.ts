/**
 * What is wrong with an installation, or could be better.
 *
 * @module
 */
export { diagnose } from "./diagnose.ts";
export type { Finding, Remedy } from "./finding.ts";
