/**
 * What the store keeps of jobs and invitations, as interfaces of plain values. Messages are the outbox's own port.
 */
import type { Entry } from "../log/mod.ts";
import type { Invitation, Job, JobDigests, JobStage, ListedJob } from "./job.ts";

/** Queries within one transaction. */
export interface JobReads {
  /** The instant of the transaction by the store's clock, epoch milliseconds. */
  readonly now: number;
  /** All jobs, or those with these ids; latest finished first, then by id. */
  list(ids?: readonly string[]): Promise<readonly ListedJob[]>;
  /** How many jobs there are of each stage. */
  stages(): Promise<Readonly<Record<JobStage, number>>>;
  /** Some of {@link list}: of a stage, or of all. */
  page(
    stage: JobStage | null,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<readonly ListedJob[]>;
  /** Jobs with one of these references, or finished on one of these days. */
  alike(referenceDigests: readonly string[], days: readonly string[]): Promise<readonly ListedJob[]>;
  addedSince(instant: number): Promise<number>;
  /** Jobs that were added before an instant and are not forgotten. */
  addedBefore(instant: number): Promise<readonly ListedJob[]>;
  /** Invited jobs with an address of one of these jobs, or with its name where it has no address. */
  invitedAlike(jobs: readonly JobDigests[]): Promise<readonly ListedJob[]>;
  /** Which of these digests are of addresses that unsubscribed; all that did when left out. */
  unsubscribed(digests?: readonly string[]): Promise<ReadonlySet<string>>;
  /** The job and the invitation of a link. */
  byToken(tokenDigest: string): Promise<ListedJob | undefined>;
  byReview(reviewId: string): Promise<ListedJob | undefined>;
  /** The entries of the public log about quarters, and those of earlier releases about whom the business asks, in order. */
  quartersLogged(): Promise<readonly Entry[]>;
  /** Tokens of the jobs door, revoked ones too, by name. */
  doorTokens(): Promise<readonly DoorToken[]>;
  /** The answer to a request with an Idempotency-Key; undefined when there was none since `since`. */
  answerOf(token: string, key: string, since: number): Promise<KeptAnswer | undefined>;
}

/** Queries and changes within one write transaction. */
export interface JobWrites extends JobReads {
  insert(jobs: readonly Job[]): Promise<void>;
  change(id: string, fields: Partial<Omit<Job, "id">>): Promise<void>;
  /** Erases names, contacts and references of jobs; their digests stay. */
  forget(ids: readonly string[]): Promise<void>;
  /** Keeps invitations; a job that has one keeps it. */
  invite(invitations: readonly Invitation[]): Promise<void>;
  /** Takes back an undelivered invitation, so that the customer of the job may be asked again. */
  reopen(jobId: string): Promise<void>;
  changeInvitation(jobId: string, fields: Partial<Omit<Invitation, "jobId">>): Promise<void>;
  /** Never to be asked again; safe to repeat. */
  unsubscribe(addressDigest: string): Promise<void>;
  saveDoorToken(token: DoorToken): Promise<void>;
  /** Keeps an answer, and forgets those from before `since`. */
  keepAnswer(answer: KeptAnswer, since: number): Promise<void>;
}

/** Who may add jobs over HTTP. */
export interface DoorToken {
  readonly name: string;
  /** SHA-256 of the token, hexadecimal. */
  readonly digest: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** The answer to a request with an Idempotency-Key. */
interface KeptAnswer {
  /** Name of the token that asked. */
  readonly token: string;
  readonly key: string;
  readonly requestDigest: string;
  readonly status: number;
  readonly answer: string;
  readonly at: number;
}
