import { expect, test } from "bun:test";
import { type Candidate, matchJobs } from "../../src/owner/match_jobs.ts";
import type { Job } from "../../src/owner/read_jobs.ts";
import { mentionResolver } from "../../src/review/mod.ts";

const resolve = mentionResolver({
  technicians: [
    { id: "amy", name: "Amy Brook", aliases: ["Amy"], public: true },
    { id: "ben", name: "Ben Ito", aliases: [], public: true },
  ],
  services: [{ id: "drains", name: "Drains", keywords: [] }],
  service_areas: [],
});

function review(fields: Partial<Candidate> = {}): Candidate {
  const mentions = { technicians: [], services: [], service_areas: [] };
  return { id: "r1", date: "2026-05-10", authorName: "Jane D.", isAnonymous: false, mentions, ...fields };
}

function job(fields: Partial<Job> = {}): Job {
  return { row: 2, date: "2026-05-01", customer: "Jane Doe", service: null, technician: null, ...fields };
}

function match(reviews: Candidate[], jobs: Job[]) {
  return matchJobs(reviews, jobs, { days: 90, resolve }).map((each) => {
    return each.kind === "match" ? `${each.review.id} row ${each.job.row}` : `${each.review.id}: ${each.reason}`;
  });
}

test("matchJobs() matches a shortened name with a job done not long before", () => {
  expect(match([review()], [job()])).toEqual(["r1 row 2"]);
  expect(match([review({ authorName: "JANE DOE" })], [job({ customer: "Doe, Jane" })])).toEqual(["r1 row 2"]);
  expect(match([review({ authorName: "Zoë Ü." })], [job({ customer: "Zoe Übel" })])).toEqual(["r1 row 2"]);
});

test("matchJobs() takes the job done last before the review", () => {
  expect(match([review()], [job({ row: 2, date: "2026-03-01" }), job({ row: 3, date: "2026-05-09" })])).toEqual([
    "r1 row 3",
  ]);
});

test("matchJobs() calls it a near miss when the review was written before the job or long after", () => {
  expect(match([review()], [job({ date: "2026-05-11" })])).toEqual(["r1: written 1 day before the job"]);
  expect(match([review()], [job({ date: "2025-05-10" })])).toEqual(["r1: written 365 days after the job"]);
  expect(match([review()], [job({ date: "2001-05-10" })])).toEqual([]);
});

test("matchJobs() calls it a near miss when several customers could be meant, unless the review tells them apart", () => {
  const jobs = [job({ row: 2, technician: "Amy" }), job({ row: 3, customer: "Jane Dorn", technician: "Ben Ito" })];
  expect(match([review()], jobs)).toEqual(["r1: 2 customers could be meant by this name"]);
  const mentions = { technicians: ["Ben Ito"], services: [], service_areas: [] };
  expect(match([review({ mentions })], jobs)).toEqual(["r1 row 3"]);
});

test("matchJobs() calls it a near miss when technician or service speak against the job", () => {
  const technicians = { technicians: ["Ben Ito"], services: [], service_areas: [] };
  expect(match([review({ mentions: technicians })], [job({ technician: "Amy" })])).toEqual([
    "r1: the job was done by Amy Brook",
  ]);
  const services = { technicians: [], services: ["roofs"], service_areas: [] };
  expect(match([review({ mentions: services })], [job({ service: "drains" })])).toEqual(["r1: the job was drains"]);
});

test("matchJobs() wants more than one name, such as the technician", () => {
  const mentions = { technicians: ["Amy Brook"], services: [], service_areas: [] };
  expect(match([review({ authorName: "Jane" })], [job()])).toEqual(["r1: one name alone is not enough"]);
  expect(match([review({ authorName: "Jane", mentions })], [job({ technician: "Amy" })])).toEqual(["r1 row 2"]);
});

test("matchJobs() calls a name with one letter amiss a near miss", () => {
  expect(match([review({ authorName: "Jaine D." })], [job()])).toEqual(["r1: the name is only alike: Jane D."]);
});

test("matchJobs() lets a job prove one review, the one written soonest after", () => {
  const reviews = [review({ id: "late", date: "2026-06-10" }), review({ id: "soon" })];
  expect(match(reviews, [job()])).toEqual(["late: that job already proves soon", "soon row 2"]);
});

test("matchJobs() leaves anonymous authors and strangers alone", () => {
  expect(match([review({ isAnonymous: true }), review({ authorName: "Nobody N." })], [job()])).toEqual([]);
});
