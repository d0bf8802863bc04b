/**
 * `bun run release`: everything a release consists of, in dist/release: the binary of each platform, a list of parts
 * (CycloneDX 1.6) made from the lockfile, and SHA256SUMS over all of it.
 *
 * A platform whose runtime cannot be had, as without a network, is left out, and said so.
 */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { $ } from "bun";
import { version } from "../package.json";
import { billOfMaterials } from "./bill_of_materials.ts";

const FOLDER = "dist/release";
/** Bun's names of the platforms; its own is built without a download. */
const TARGETS = ["bun-linux-x64", "bun-linux-arm64"];

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
let missing = 0;
for (const target of TARGETS) {
  const outfile = join(FOLDER, `goodword-${version}-${target.replace("bun-", "")}`);
  const { exitCode, stderr } = await $`bun scripts/build.ts ${outfile} ${target}`.quiet().nothrow();
  const isBuilt = exitCode === 0 && (await Bun.file(outfile).exists());
  if (isBuilt) console.log(`built    ${outfile}`);
  else console.log(`LEFT OUT ${target}: ${stderr.toString().trim().split("\n").at(-1)}`);
  if (!isBuilt) missing++;
}
const lockfile = await Bun.file("bun.lock").text();
await Bun.write(
  join(FOLDER, `goodword-${version}.cdx.json`),
  `${JSON.stringify(billOfMaterials(lockfile, version), null, 2)}\n`,
);
const sums = (await readdir(FOLDER)).sort().map(async (name) => {
  const bytes = await Bun.file(join(FOLDER, name)).bytes();
  return `${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  ${name}\n`;
});
await Bun.write(join(FOLDER, "SHA256SUMS"), (await Promise.all(sums)).join(""));
console.log(
  `release ${version} is in ${FOLDER}${missing > 0 ? `, without ${missing} of ${TARGETS.length} platforms` : ""}`,
);
