/**
 * The list of parts of a release, from the lockfile alone, so that the same lockfile gives the same list.
 *
 * Spec: https://cyclonedx.org/docs/1.6/json/
 */

interface Lockfile {
  readonly workspaces: Readonly<Record<string, Needs>>;
  readonly packages: Readonly<Record<string, readonly unknown[]>>;
}

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalPeers?: readonly string[];
}

/** A package that the program uses. */
export interface Part {
  /** Where it is installed: its name, or below that of the package that needs a version of its own. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly needs: readonly string[];
}

/** Everything that the program is made of; what only its tests use is left out. */
export function billOfMaterials(lockfileText: string, version: string) {
  const parts = partsOf(lockfileText);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `goodword@${version}`,
        name: "goodword",
        version,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: parts.map(componentOf),
  };
}

/** What the program depends on, and what that depends on. */
export function partsOf(lockfileText: string): readonly Part[] {
  return [...usedParts(parseLockfile(lockfileText)).values()];
}

/** Bun's lockfile is JSON with commas before closing brackets. */
function parseLockfile(text: string): Lockfile {
  return JSON.parse(text.replace(/,(\s*[}\]])/g, "$1"));
}

/** By the keys of the lockfile. */
function usedParts({ workspaces, packages }: Lockfile): ReadonlyMap<string, Part> {
  const used = new Map<string, Part>();
  const { dependencies = {}, devDependencies = {} } = workspaces[""] ?? {};
  const take = (name: string, from: string) => {
    // A version of a package's own stands under its name: "drizzle-orm/zod" before "zod".
    const key = `${from}/${name}` in packages ? `${from}/${name}` : name;
    const found = packages[key];
    if (!found || used.has(key)) return;
    const part = partOf(key, found, devDependencies);
    used.set(key, part);
    for (const needed of part.needs) take(needed, key);
  };
  for (const name of Object.keys(dependencies)) take(name, "");
  return used;
}

function partOf(key: string, entry: readonly unknown[], ofTests: object): Part {
  const identity = String(entry[0]);
  const at = identity.lastIndexOf("@");
  const { dependencies = {}, peerDependencies = {}, optionalPeers = [] } = (entry[2] ?? {}) as Needs;
  // A peer that may be missing, and that our tests use, is there for them.
  const peers = Object.keys(peerDependencies).filter((peer) => !(optionalPeers.includes(peer) && peer in ofTests));
  return {
    key,
    name: identity.slice(0, at),
    version: identity.slice(at + 1),
    integrity: String(entry[3] ?? ""),
    // Types are gone when the program is built.
    needs: [...new Set([...Object.keys(dependencies), ...peers])].filter((needed) => !needed.startsWith("@types/")),
  };
}

function componentOf({ name, version, integrity }: Part) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm, digest = ""] = integrity.split("-", 2);
  const content = Buffer.from(digest, "base64").toString("hex");
  const hashes = algorithm === "sha512" ? { hashes: [{ alg: "SHA-512", content }] } : {};
  return { type: "library", "bom-ref": purl, name, version, purl, ...hashes };
}
