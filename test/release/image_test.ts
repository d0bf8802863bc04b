/** The image that no engine has made is one: its digests hold, and what it contains runs where there is nothing else. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageArchive } from "../../scripts/image.ts";
import { startService } from "../support/goodword_process.ts";
import { findTool, skipUnless } from "../support/tools.ts";

const binary = process.env.GOODWORD_PROGRAM;
const isDebian = process.platform === "linux" && process.arch === "x64";

interface Described {
  readonly digest: string;
  readonly size: number;
  readonly platform?: object;
}

describe.skipIf(skipUnless(isDebian, "the image of a release: on Linux, x64"))("imageArchive()", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-image-"));
  // Another user is to come by.
  chmodSync(folder, 0o755);
  const root = join(folder, "root");
  const untar = (file: string, into: string) => {
    mkdirSync(into, { recursive: true });
    expect(Bun.spawnSync(["tar", "-xf", file, "-C", into]).exitCode).toBe(0);
  };
  const blob = ({ digest }: Described) => join(folder, "blobs", digest.replace(":", "/"));
  const contentOf = (described: Described) => JSON.parse(readFileSync(blob(described), "utf8"));
  let config: { config: { Entrypoint: string[]; Env: string[]; User: string }; rootfs: { diff_ids: string[] } };

  beforeAll(async () => {
    const bytes = binary === undefined ? new TextEncoder().encode("a binary") : await Bun.file(binary).bytes();
    await Bun.write(
      join(folder, "image.tar"),
      await imageArchive("1.0.0", [{ architecture: "amd64", binary: bytes, root: "/" }]),
    );
    untar(join(folder, "image.tar"), folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("names every part by its digest and size", () => {
    const [index] = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")).manifests as [Described];
    const [manifest] = contentOf(index).manifests as [Described];
    expect(manifest.platform).toEqual({ architecture: "amd64", os: "linux" });
    const { config: described, layers } = contentOf(manifest) as { config: Described; layers: Described[] };
    for (const part of [index, manifest, described, ...layers]) {
      const bytes = readFileSync(blob(part));
      expect(part).toMatchObject({ digest: `sha256:${sha256(bytes)}`, size: bytes.byteLength });
    }
    config = contentOf(described);
    const unpacked = layers.map((layer) => `sha256:${sha256(Bun.gunzipSync(readFileSync(blob(layer))))}`);
    expect(config.rootfs.diff_ids).toEqual(unpacked);
    for (const layer of layers) untar(blob(layer), root);
    expect(config.config.User).toBe("65532:65532");
    expect(statSync(join(root, "tmp")).mode & 0o7777).toBe(0o1777);
  });

  const canRun = binary !== undefined && process.getuid?.() === 0;
  test.skipIf(skipUnless(canRun, "the image as a root folder: as root, with the binary"))(
    "contains all that the program needs: it serves in a root folder of its own",
    async () => {
      const own = Object.fromEntries(config.config.Env.map((each) => each.split("=", 2)));
      const chroot = findTool("chroot");
      const mount = findTool("mount");
      // Every engine mounts these two.
      const mounts = `${mount} -t proc proc "$0/proc" && ${mount} --bind /dev "$0/dev"`;
      const script = `${mounts} && exec ${chroot} --userspec=${config.config.User} "$0" "$@"`;
      const program = [findTool("unshare") ?? "", "-m", "/bin/sh", "-c", script, root, ...config.config.Entrypoint];
      const environment = { ...own, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" };
      await using service = await startService({ environment, program });
      const { reviews } = (await (await fetch(`${service.url}/reviews.json`)).json()) as { reviews: object[] };
      expect(reviews.length).toBeGreaterThan(100);
      expect(statSync(join(root, "data/goodword.sqlite")).isFile()).toBe(true);
    },
  );
});

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
