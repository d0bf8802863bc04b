/** A subscriber of the simulation: how it behaves, what it has seen, and what it was promised about that. */
import type { OutboundResponse } from "../../../src/platform.ts";
import { answered } from "../../support/hub_stage.ts";
import { createSeededRandom } from "../../support/seeded_random.ts";

export type Mood = "healthy" | "slow" | "failing" | "hanging" | "refusing" | "gone";
export type Mode = "subscribe" | "unsubscribe";

/** What a topic shows at a revision; contents are equal when their names are, whatever bytes a release makes of them. */
export interface Shown {
  readonly content: string;
  readonly revision: number;
}

export class Subscriber {
  readonly callback: string;
  readonly chance: () => number;
  mood: Mood = "healthy";
  /** What it asked for last; it confirms nothing else. */
  wants: Mode | null = null;
  /** The longest lease it was ever granted, by the store's clock. */
  leaseUntil = 0;
  /** What it acknowledged last, or what was shown when it was asked to confirm. */
  holds: Shown | null = null;
  /** The newest that was sent to it, whatever came of it. */
  newestSent: Shown | null = null;
  /** Whether the hub cannot know what it holds: an attempt had no answer, or its server died. A repeat is due then. */
  isUnsure = false;
  /** The release in whose bytes it last acknowledged something. */
  writtenBy: string | null = null;
  shownWhenAsked: Shown | null = null;
  writtenWhenAsked: string | null = null;
  failuresInARow = 0;
  /** Failures that its last success ended; a hub that dies over that success still counts them. */
  failuresEnded = 0;
  saidGone = false;
  hasConfirmed: Record<Mode, boolean> = { subscribe: false, unsubscribe: false };
  underWay = 0;
  /** Which of its subscriptions runs, counted. */
  subscription = 0;

  constructor(seed: number, index: number) {
    this.callback = `https://subscriber-${index % 5}.test/${index}`;
    this.chance = createSeededRandom(seed * 100 + index + 1).number;
  }

  /** The promise that sending it this would break, or null. Another release may send it once more, at a later revision. */
  brokenBySending(sent: Shown, generation: string): string | null {
    if (this.underWay > 0) return "two deliveries to one subscription at once";
    const newest = this.newestSent;
    if (newest !== null && sent.revision < newest.revision && sent.content !== newest.content) {
      return `${sent.content} of revision ${sent.revision} after newer content`;
    }
    const mayRepeat = this.isUnsure || (this.writtenBy !== generation && sent.revision > (this.holds?.revision ?? 0));
    if (this.holds?.content === sent.content && !mayRepeat) return `${sent.content} without a change`;
    return null;
  }

  /** A delivery is on its way. */
  expect(sent: Shown): void {
    this.newestSent = sent;
    this.failuresEnded = 0;
    this.underWay++;
  }

  /** What it answers to a delivery that has arrived. */
  receive(sent: Shown, generation: string): OutboundResponse {
    if (this.mood === "gone") {
      this.saidGone = true;
      return answered(410);
    }
    if (this.mood === "failing") {
      this.failuresInARow++;
      return answered(503);
    }
    this.holds = sent;
    this.writtenBy = generation;
    this.isUnsure = false;
    this.failuresEnded = this.failuresInARow;
    this.failuresInARow = 0;
    return answered(204);
  }

  /** No answer of it arrives. The delivery itself may have. */
  miss(sent: Shown, generation: string): void {
    if (this.chance() < 0.5) this.receive(sent, generation);
    this.loseTrack();
    this.failuresInARow++;
  }

  /** The hub will never know what came of the last delivery. */
  loseTrack(): void {
    this.isUnsure = true;
    this.failuresInARow += this.failuresEnded;
    this.failuresEnded = 0;
  }

  /** What it answers when it is asked to confirm. `askedAt` is never later than the store's time of the claim. */
  confirm(
    parameters: URLSearchParams,
    { shown, generation, askedAt }: { shown: Shown; generation: string; askedAt: number },
  ): OutboundResponse {
    const mode = parameters.get("hub.mode");
    if (this.wants === null || mode !== this.wants || this.mood === "refusing") return answered(404);
    this.hasConfirmed[this.wants] = true;
    if (mode === "subscribe") {
      const leaseMs = Number(parameters.get("hub.lease_seconds")) * 1000;
      this.leaseUntil = Math.max(this.leaseUntil, askedAt + leaseMs);
      this.shownWhenAsked = shown;
      this.writtenWhenAsked = generation;
    }
    return answered(200, parameters.get("hub.challenge") ?? "");
  }

  /** A new subscription owes nothing to what went before it, not even to a delivery that is still under way. */
  begin(): void {
    this.holds = this.shownWhenAsked;
    this.writtenBy = this.writtenWhenAsked;
    this.newestSent = this.shownWhenAsked;
    this.isUnsure = false;
    this.failuresInARow = 0;
    this.failuresEnded = 0;
    this.saidGone = false;
    this.underWay = 0;
    this.hasConfirmed.unsubscribe = false;
    this.subscription++;
  }
}

const MOODS: readonly Mood[] = ["healthy", "healthy", "healthy", "slow", "failing", "hanging", "refusing", "gone"];

export function moodOf(number: number): Mood {
  return MOODS[Math.floor(number * MOODS.length)] ?? "healthy";
}
