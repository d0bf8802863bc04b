/** Names this program: digested once a process, by the thread that answers readers. */
import { sourceDigest } from "./source_digest.ts" with { type: "macro" };

export const RELEASE = sourceDigest();
