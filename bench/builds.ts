/** This tree, and an earlier commit of it in a folder of its own. */
import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { environment, type Workplace } from "./prepared.ts";
import { run } from "./processes.ts";

export interface Build {
  /** Part of the names of its files; no path. */
  readonly name: string;
  /** The root of its tree. */
  readonly folder: string;
  /** What runs a command of it from source. */
  readonly program: readonly string[];
}

const ROOT = resolve(import.meta.dir, "..");

export const OUR_BUILD: Build = build("ours", ROOT);

/** Unpacks a commit and installs what it needs; ends with its folder. @throws {Error} when there is no such commit */
export async function checkOut(ref: string, place: Workplace): Promise<Build & AsyncDisposable> {
  const folder = place.path("before");
  mkdirSync(folder, { recursive: true });
  const archive = place.path("before.tar");
  await run(["git", "archive", "--output", archive, ref], { cwd: ROOT });
  await run(["tar", "-xf", archive, "-C", folder]);
  await run(["bun", "install", "--frozen-lockfile", "--silent"], { cwd: folder });
  return { ...build("before", folder), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** A database that this build has made by its own import. */
export async function importedBy({ name, program, folder }: Build, place: Workplace, reviews: number): Promise<string> {
  const database = place.path(`${name}-${reviews}.sqlite`);
  const file = await place.reviewsFile(reviews);
  await run([...program, "import", "--quiet", file], { env: environment(database), cwd: folder });
  return database;
}

function build(name: string, folder: string): Build {
  return { name, folder, program: ["bun", join(folder, "src/main.ts")] };
}
