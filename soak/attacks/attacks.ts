/** All attacks, the cheapest to mount first. */
import type { Attack } from "./attack.ts";
import { FLOODS } from "./floods.ts";
import { OWNER_ATTACKS } from "./owner_attacks.ts";

export const ATTACKS: readonly Attack[] = [...FLOODS, ...OWNER_ATTACKS];
