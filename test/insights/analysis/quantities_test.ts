/** Promised and real amounts, times and durations. */
import { expect, test } from "bun:test";
import { analyzeAspect } from "../../../src/insights/mod.ts";

const toward = (text: string, term: string) => analyzeAspect(text, term).label;

test("analyzeAspect() compares what was quoted with what was charged", () => {
  expect(toward("Quoted 400, charged 725.", "charged")).toBe("negative");
  expect(toward("Quoted $1,200 and billed $1,050.", "billed")).toBe("positive");
  expect(toward("The estimate was 2k and the final was $2,000.", "final")).toBe("positive");
});

test("analyzeAspect() compares the promised time with the time they came", () => {
  expect(toward("Booked for half seven. Turned up at ten past eleven.", "Turned up")).toBe("negative");
  expect(toward("The window was 8 to 12 and they came at 4.", "came")).toBe("negative");
  expect(toward("The window was 8 to 12 and they came at 9:30.", "came")).toBe("positive");
});

test("analyzeAspect() takes counts for no amounts of money", () => {
  expect(toward("The quote said 40 hours, the invoice says 60.", "invoice")).toBe("neutral");
});

test("analyzeAspect() compares the time a job was to take with the time it took", () => {
  expect(toward("They said two days and it took three weeks.", "took")).toBe("negative");
  expect(toward("They said one day and it took four.", "took")).toBe("negative");
  expect(toward("They said it would take four hours and it took two.", "took")).toBe("positive");
  expect(toward("The job took two days.", "took")).toBe("neutral");
});
