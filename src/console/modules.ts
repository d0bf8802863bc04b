import type { ConsoleModule } from "./page.ts";
import { activityModule } from "./pages/activity.tsx";
import { backupsModule } from "./pages/backups.tsx";
import { businessesModule } from "./pages/businesses.tsx";
import { copiesModule } from "./pages/copies.tsx";
import { importModule } from "./pages/import.tsx";
import { inboxModule } from "./pages/inbox.tsx";
import { insightsModule } from "./pages/insights.tsx";
import { invitationsModule } from "./pages/invitations.tsx";
import { jobsModule } from "./pages/jobs.tsx";
import { noticesModule } from "./pages/notices.tsx";
import { peopleModule } from "./pages/people.tsx";
import { profileModule } from "./pages/profile.tsx";
import { reportModule } from "./pages/report.tsx";
import { reviewsModule } from "./pages/reviews.tsx";
import { settingsModule } from "./pages/settings.tsx";
import { shareModule } from "./pages/share.tsx";
import { subscribersModule } from "./pages/subscribers.tsx";
import { verificationModule } from "./pages/verification.tsx";

/** Modules by the first segments of their paths; "" is the first page. */
const MODULES: readonly { readonly below: readonly string[]; readonly module: ConsoleModule }[] = [
  { below: ["", "check", "inbox"], module: inboxModule },
  { below: ["reviews"], module: reviewsModule },
  { below: ["import"], module: importModule },
  { below: ["jobs"], module: jobsModule },
  { below: ["invitations"], module: invitationsModule },
  { below: ["backups"], module: backupsModule },
  { below: ["notices"], module: noticesModule },
  { below: ["settings"], module: settingsModule },
  { below: ["verification"], module: verificationModule },
  { below: ["copies"], module: copiesModule },
  { below: ["insights"], module: insightsModule },
  { below: ["activity"], module: activityModule },
  { below: ["report"], module: reportModule },
  { below: ["people", "account"], module: peopleModule },
  { below: ["profile"], module: profileModule },
  { below: ["share"], module: shareModule },
  { below: ["subscribers"], module: subscribersModule },
];

const OVER_ALL: readonly ConsoleModule[] = [
  businessesModule,
  peopleModule,
  { pages: activityModule.pages.map((page) => ({ ...page, ofAllOnly: true })), acts: [] },
];

/** The rows of a path; none where nothing is below its first segment. Over all of many businesses most is one's own. */
export function moduleAt(path: string, isOverAll = false): ConsoleModule {
  const segment = path.split("/")[1] ?? "";
  if (!isOverAll) return MODULES.find(({ below }) => below.includes(segment))?.module ?? NOTHING;
  return OVER_ALL.find(({ pages }) => pages.some((page) => page.path.split("/")[1] === segment)) ?? NOTHING;
}

const NOTHING: ConsoleModule = { pages: [], acts: [] };

export const allRows: ConsoleModule = {
  pages: MODULES.flatMap(({ module }) => module.pages),
  acts: MODULES.flatMap(({ module }) => module.acts),
};

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
