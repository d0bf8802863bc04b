/**
 * Invites customers to review finished jobs: who is invited and when, links, messages and answers.
 *
 * In: jobs of the owner, the policy of the settings, answers of customers. Out: decisions, links and messages, as values.
 * Never: SQL, a mail server, a form's HTML, which runtime this is.
 *
 * @module
 */

export * from "./count_record.ts";
export * from "./decide_invitation.ts";
export * from "./invitation_service.ts";
export * from "./job.ts";
export * from "./letters/customer_letter.ts";
export * from "./letters/letter.ts";
export * from "./link_tokens.ts";
export * from "./mail_answer.ts";
export * from "./outbox.ts";
export { type DigestedDraft, planJobs, type Retraction } from "./plan_jobs.ts";
export * from "./quarter_entries.ts";
