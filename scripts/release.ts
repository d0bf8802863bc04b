/**
 * `bun run release`: everything a release consists of, in dist/release: the binary of each platform, the same as an MCP bundle,
 * server.json for the MCP registry, the container image, install.sh and compose.yaml, the licences of what is in them, a list of
 * parts (CycloneDX 1.6) made from the lockfile, SHA256SUMS over all of it, and its signature by the key that RELEASE_KEY_FILE names.
 *
 * A platform whose runtime cannot be downloaded is left out, with a message.
 */
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { $ } from "bun";
import { version } from "../package.json";
import { billOfMaterials } from "./bill_of_materials.ts";
import { bundle, bundleManifest, isManifest } from "./bundle.ts";
import { installScript, publicKeyOf, signChecksums, writeChecksums } from "./checksums.ts";
import { describeExecutable } from "./executable.ts";
import { debianLibraries, type ImageArchitecture, type ImageParts, imageArchive } from "./image.ts";
import { type ReleasedBundle, registryListing } from "./registry_listing.ts";
import { LICENSES_FILE } from "./third_party_licenses.ts";

const FOLDER = "dist/release";
/** Bun's names of the platforms, as it calls them without `bun-`; the runtimes of all but this machine's are downloaded. */
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64", "windows-x64"];
/** Linux without AVX2 (old processors, some virtual ones), and without glibc (Alpine): for people, not for hosts of MCP bundles. */
const VARIANTS = { "linux-x64-baseline": "", "linux-x64-musl": "-baseline", "linux-arm64-musl": "" };
/** Which binary runs in the image. */
const IN_IMAGE: Readonly<Record<ImageArchitecture, string>> = { amd64: "linux-x64-baseline", arm64: "linux-arm64" };

/** Where a release is downloaded from: the repository that server.json is named after. */
const DOWNLOADS = `https://github.com/goodword-reviews/goodword/releases/download/v${version}`;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
let missing = 0;
const bundles: ReleasedBundle[] = [];
for (const platform of PLATFORMS) {
  if (await build(platform)) await writeBundle(platform);
  else missing++;
}
for (const [platform, suffix] of Object.entries(VARIANTS)) if (!(await build(platform, suffix))) missing++;
await writeImage();
await Bun.write(
  join(FOLDER, "server.json"),
  `${JSON.stringify(registryListing(version, bundles, DOWNLOADS), null, 2)}\n`,
);
await copyFile(LICENSES_FILE, join(FOLDER, "THIRD_PARTY_LICENSES.txt"));
const parts = billOfMaterials(await Bun.file("bun.lock").text(), version);
await Bun.write(join(FOLDER, `goodword-${version}.cdx.json`), `${JSON.stringify(parts, null, 2)}\n`);
const key = process.env.RELEASE_KEY_FILE;
const script = installScript(await Bun.file("ops/install.sh").text(), version, key ? await publicKeyOf(key) : null);
await Bun.write(join(FOLDER, "install.sh"), script);
await copyFile("ops/compose.yaml", join(FOLDER, "compose.yaml"));
await writeChecksums(FOLDER);
if (key) await signChecksums(FOLDER, key, `goodword ${version}`);
console.log(key ? `signed   SHA256SUMS by ${key}` : "UNSIGNED: RELEASE_KEY_FILE names no key");
const without = missing > 0 ? `, without ${missing} of what it should contain` : "";
console.log(`release ${version} is in ${FOLDER}${without}`);

function fileOf(platform: string): string {
  return join(FOLDER, `goodword-${version}-${platform}${platform.startsWith("windows") ? ".exe" : ""}`);
}

/** Builds and inspects the binary of a platform; false when it was left out. */
async function build(platform: string, suffix = ""): Promise<boolean> {
  const outfile = fileOf(platform);
  const { exitCode, stderr } = await $`bun scripts/build.ts ${outfile} ${`bun-${platform}${suffix}`}`.quiet().nothrow();
  if (exitCode !== 0 || !(await Bun.file(outfile).exists())) {
    console.log(`LEFT OUT ${platform}: ${stderr.toString().trim().split("\n").at(-1)}`);
    return false;
  }
  const found = describeExecutable(await Bun.file(outfile).bytes());
  if (`${found?.system}-${found?.architecture}` !== platform.split("-", 2).join("-")) {
    console.log(`LEFT OUT ${platform}: what was built is ${JSON.stringify(found)}`);
    await rm(outfile);
    return false;
  }
  console.log(`built    ${outfile}${found?.isSigned === false ? " (to be signed on a Mac: docs/desktop.md)" : ""}`);
  return true;
}

/** Writes the image, of the architectures whose binary and C library are there. */
async function writeImage(): Promise<void> {
  const parts: ImageParts[] = [];
  const roots: string[] = [];
  for (const architecture of ["amd64", "arm64"] as const) {
    try {
      const root = await debianLibraries(architecture);
      roots.push(dirname(root));
      parts.push({ architecture, root, binary: await Bun.file(fileOf(IN_IMAGE[architecture])).bytes() });
    } catch (error) {
      missing++;
      console.log(`LEFT OUT the image for ${architecture}: ${error}`);
    }
  }
  const file = join(FOLDER, `goodword-${version}-image.tar`);
  if (parts.length > 0) await Bun.write(file, await imageArchive(version, parts));
  for (const root of roots) await rm(root, { recursive: true });
  console.log(`image    ${file} (${parts.map(({ architecture }) => architecture).join(", ")})`);
}

/** Writes the binary as a bundle. @throws {Error} when its manifest is invalid by the published schema */
async function writeBundle(platform: string): Promise<void> {
  const binary = await Bun.file(fileOf(platform)).bytes();
  const file = `goodword-${version}-${platform}.mcpb`;
  const manifest = join(FOLDER, "manifest.json");
  await Bun.write(manifest, JSON.stringify(bundleManifest({ version, platform })));
  const isSound = isManifest(manifest);
  await rm(manifest);
  if (!isSound) throw new Error(`The manifest of ${file} breaks the published schema`);
  const bytes = bundle({ version, platform, binary });
  await Bun.write(join(FOLDER, file), bytes);
  bundles.push({ file, sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex") });
  console.log(`bundled  ${join(FOLDER, file)}`);
}
