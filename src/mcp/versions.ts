/**
 * The revisions of the protocol that are spoken here, in two eras.
 *
 * Legacy revisions open with `initialize` and carry a session id; from 2026-07-28 on every request stands for itself.
 *
 * @module
 */

/** Newest first, as the SDK has them. Session ids count from the oldest, so that new ones are added in front. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;
/** A revision among {@link LEGACY_VERSIONS}. */
export type LegacyVersion = (typeof LEGACY_VERSIONS)[number];

/** The first revision without sessions. */
export const MODERN_VERSION = "2026-07-28";

/** The version to answer `initialize` with: the one asked for when it is spoken here, else the newest. */
export function negotiate(requested: string): LegacyVersion {
  return isLegacyVersion(requested) ? requested : LEGACY_VERSIONS[0];
}

/** Reports whether `version` is a supported revision with sessions. */
export function isLegacyVersion(version: string): version is LegacyVersion {
  return LEGACY_VERSIONS.some((known) => known === version);
}
