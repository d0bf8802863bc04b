/**
 * server.json of a release, for the MCP registry: the endpoint as the repository's own server.json has it, and the bundles
 * of the release with their digests.
 *
 * Spec: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
 */
import listing from "../server.json";

/** A bundle of the release. */
export interface ReleasedBundle {
  /** File name within the release. */
  readonly file: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The listing; `downloads` is the address of the folder that the release's files are downloaded from. */
export function registryListing(version: string, bundles: readonly ReleasedBundle[], downloads: string) {
  return {
    ...listing,
    version,
    packages: bundles.map(({ file, sha256 }) => ({
      registryType: "mcpb",
      identifier: `${downloads}/${file}`,
      version,
      fileSha256: sha256,
      transport: { type: "stdio" },
    })),
  };
}
