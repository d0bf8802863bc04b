/** Which pages and acts there are: each module is loaded with the first request below one of its paths. */
import type { ConsoleModule } from "./page.ts";

/** Modules by the first segments of their paths; "" is the first page. */
const MODULES: readonly { readonly below: readonly string[]; readonly load: () => Promise<ConsoleModule> }[] = [
  { below: ["", "check"], load: async () => (await import("./pages/inbox.tsx")).inboxModule },
  { below: ["reviews"], load: async () => (await import("./pages/reviews.tsx")).reviewsModule },
  { below: ["import"], load: async () => (await import("./pages/import.tsx")).importModule },
  { below: ["jobs"], load: async () => (await import("./pages/jobs.tsx")).jobsModule },
  { below: ["invitations"], load: async () => (await import("./pages/invitations.tsx")).invitationsModule },
  { below: ["backups"], load: async () => (await import("./pages/backups.tsx")).backupsModule },
  { below: ["notices"], load: async () => (await import("./pages/notices.tsx")).noticesModule },
  { below: ["settings"], load: async () => (await import("./pages/settings.tsx")).settingsModule },
  { below: ["verification"], load: async () => (await import("./pages/verification.tsx")).verificationModule },
  { below: ["copies"], load: async () => (await import("./pages/copies.tsx")).copiesModule },
  { below: ["insights"], load: async () => (await import("./pages/insights.tsx")).insightsModule },
  { below: ["activity"], load: async () => (await import("./pages/activity.tsx")).activityModule },
  { below: ["people", "account"], load: async () => (await import("./pages/people.tsx")).peopleModule },
  { below: ["profile"], load: async () => (await import("./pages/profile.tsx")).profileModule },
  { below: ["share"], load: async () => (await import("./pages/share.tsx")).shareModule },
  { below: ["subscribers"], load: async () => (await import("./pages/subscribers.tsx")).subscribersModule },
];

/** What there is over all of many businesses: their list, and the people who look after them. */
const OVER_ALL: readonly string[] = ["people", "account"];

/** Whether there is anything below a first segment; over all of many businesses most is one's own. */
export function hasModule(segment: string, isOverAll = false): boolean {
  return isOverAll ? OVER_ALL.includes(segment) : MODULES.some(({ below }) => below.includes(segment));
}

/** The rows of a path; none where nothing is below its first segment. */
export async function moduleAt(path: string, isOverAll = false): Promise<ConsoleModule> {
  const segment = path.split("/")[1] ?? "";
  if (isOverAll && segment === "") return (await import("./pages/overview.tsx")).overviewModule;
  const module = hasModule(segment, isOverAll) ? MODULES.find(({ below }) => below.includes(segment)) : undefined;
  return module === undefined ? { pages: [], acts: [] } : module.load();
}

/** Every page and act that there is. */
export async function allRows(): Promise<ConsoleModule> {
  const modules = await Promise.all(MODULES.map(({ load }) => load()));
  return { pages: modules.flatMap(({ pages }) => pages), acts: modules.flatMap(({ acts }) => acts) };
}

/** The parameters of a path that fits a row; null for one that does not. */
export function parametersOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? "";
    if (part.startsWith(":")) {
      const decoded = decodedOf(value);
      if (decoded === null || decoded === "") return null;
      parameters[part.slice(1)] = decoded;
    } else if (part !== value) return null;
  }
  return parameters;
}

function decodedOf(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
