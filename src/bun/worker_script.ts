/**
 * Where the scripts of workers are: beside this file, or within the binary.
 *
 * @module
 */

/** Within the binary a worker keeps its place below src/, while everything else is one file at the top. */
const FOLDER = import.meta.dir.startsWith("/$bunfs") ? "./bun/" : "./";

/** The address of a script below this folder, to start a worker with. scripts/build.ts names each of them. */
export function workerScript(name: string): string {
  return new URL(FOLDER + name, import.meta.url).href;
}
