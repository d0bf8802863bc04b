/**
 * The container image of a release, as an OCI archive: `docker load`, `podman load` and `skopeo copy` take it. Made of bytes alone, so
 * that it needs neither an engine nor a base image: the binary, the C library that it is linked with, and the folders that it writes to.
 *
 * Spec: OCI Image Format 1.1 (https://github.com/opencontainers/image-spec).
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { createTar, type TarFileInput } from "nanotar";

/** A processor as OCI and Debian call it. */
export type ImageArchitecture = "amd64" | "arm64";

/** What an image of one architecture is made of. */
export interface ImageParts {
  readonly architecture: ImageArchitecture;
  readonly binary: Uint8Array;
  /** The root of a Debian system, or what {@link debianLibraries} unpacked: the C library is taken from it. */
  readonly root: string;
}

const TRIPLES = { amd64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" } as const;
const LOADERS = { amd64: "lib64/ld-linux-x86-64.so.2", arm64: "lib/ld-linux-aarch64.so.1" } as const;
/** What Bun's executables ask for, and what resolves names. */
const LIBRARIES = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libresolv.so.2"];
/** A user id that no other program of the machine has. A new volume at /data gets it as its owner. */
const USER = 65532;

/** The name under which an engine that loads the archive keeps the image. */
export const IMAGE = "ghcr.io/goodword-reviews/goodword";

const TYPE = "application/vnd.oci.image";

/** The archive, of one image for each architecture. */
export async function imageArchive(version: string, all: readonly ImageParts[]): Promise<Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  /** Keeps bytes under their digest, and describes them. */
  const keep = (mediaType: string, content: Uint8Array | object) => {
    const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content));
    const digest = sha256(bytes);
    blobs.set(digest, bytes);
    return { mediaType: `${TYPE}.${mediaType}`, digest: `sha256:${digest}`, size: bytes.byteLength };
  };
  const manifests = [];
  for (const parts of all) {
    const layers = [createTar(await systemFiles(parts), ATTRIBUTES), createTar([programFile(parts)], ATTRIBUTES)];
    const kept = layers.map((layer) => keep("layer.v1.tar+gzip", Bun.gzipSync(layer as Uint8Array<ArrayBuffer>)));
    const { architecture } = parts;
    const config = keep("config.v1+json", {
      architecture,
      os: "linux",
      config: CONFIG,
      rootfs: { type: "layers", diff_ids: layers.map((layer) => `sha256:${sha256(layer)}`) },
    });
    const manifest = { schemaVersion: 2, mediaType: `${TYPE}.manifest.v1+json`, config, layers: kept };
    manifests.push({ ...keep("manifest.v1+json", manifest), platform: { architecture, os: "linux" } });
  }
  const index = keep("index.v1+json", { schemaVersion: 2, mediaType: `${TYPE}.index.v1+json`, manifests });
  const annotations = {
    "org.opencontainers.image.ref.name": version,
    // What `docker load` names it by.
    "io.containerd.image.name": `${IMAGE}:${version}`,
  };
  const text = (name: string, value: object): TarFileInput => ({ name, data: JSON.stringify(value) });
  return createTar(
    [
      text("oci-layout", { imageLayoutVersion: "1.0.0" }),
      text("index.json", { schemaVersion: 2, manifests: [{ ...index, annotations }] }),
      ...[...blobs].map(([digest, data]) => ({ name: `blobs/sha256/${digest}`, data })),
    ],
    ATTRIBUTES,
  );
}

/** The same bytes whenever it is made, owned by root. */
const ATTRIBUTES = { attrs: { mtime: 0, uid: 0, gid: 0, mode: "644" } };

const CONFIG = {
  User: `${USER}:${USER}`,
  Entrypoint: ["/usr/local/bin/goodword"],
  WorkingDir: "/data",
  Env: [
    "PATH=/usr/local/bin",
    "DATABASE_URL=file:/data/goodword.sqlite",
    // Inside of a container nothing else could reach it; what is published of it is up to the engine.
    "CONSOLE_HOST=0.0.0.0",
  ],
  ExposedPorts: { "3000/tcp": {}, "3080/tcp": {} },
  Volumes: { "/data": {} },
  StopSignal: "SIGTERM",
};

async function systemFiles({ architecture, root }: ImageParts): Promise<TarFileInput[]> {
  const folder = (name: string, attrs: { mode: string; uid?: number; gid?: number }) => ({ name, attrs });
  const loader = LOADERS[architecture];
  const paths = [loader, ...LIBRARIES.map((name) => `lib/${TRIPLES[architecture]}/${name}`)];
  const libraries = paths.map(async (name) => ({
    name,
    attrs: { mode: "755" },
    // Symbolic links are followed.
    data: await Bun.file(join(root, name)).bytes(),
  }));
  const copyright = join(root, "usr/share/doc/libc6/copyright");
  return [
    ...(await Promise.all(libraries)),
    { name: "etc/passwd", data: `goodword:x:${USER}:${USER}::/data:/bin/false\n` },
    { name: "etc/group", data: `goodword:x:${USER}:\n` },
    ...(existsSync(copyright)
      ? [{ name: "usr/share/doc/libc6/copyright", data: await Bun.file(copyright).bytes() }]
      : []),
    // The engine mounts what the kernel shows there.
    ...["proc/", "dev/", "sys/"].map((name) => folder(name, { mode: "755" })),
    folder("tmp/", { mode: "1777" }),
    folder("data/", { mode: "700", uid: USER, gid: USER }),
  ];
}

function programFile({ binary }: ImageParts): TarFileInput {
  return { name: "usr/local/bin/goodword", data: binary, attrs: { mode: "755" } };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Unpacks Debian's C library of an architecture into a new folder, which the caller removes. apt checks the archive's signature.
 *
 * @throws {Error} without apt, or a network
 */
export async function debianLibraries(architecture: ImageArchitecture): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "goodword-image-"));
  const apt = ["-qq", "-o", `APT::Architecture=${architecture}`, "-o", `APT::Architectures=${architecture}`];
  const own = ["State", "Cache"].flatMap((each) => ["-o", `Dir::${each}=${join(folder, each)}`]);
  try {
    await $`mkdir -p ${folder}/State/lists/partial ${folder}/Cache/archives/partial`;
    await $`apt-get ${apt} ${own} update && apt-get ${apt} ${own} download libc6 && dpkg-deb -x libc6_*.deb root`
      .cwd(folder)
      .quiet();
    return join(folder, "root");
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
