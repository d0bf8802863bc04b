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

const MODULES: readonly ConsoleModule[] = [
  inboxModule,
  reviewsModule,
  importModule,
  jobsModule,
  invitationsModule,
  backupsModule,
  noticesModule,
  settingsModule,
  verificationModule,
  copiesModule,
  insightsModule,
  activityModule,
  reportModule,
  peopleModule,
  profileModule,
  shareModule,
  subscribersModule,
];

const OVER_ALL: readonly ConsoleModule[] = [
  businessesModule,
  peopleModule,
  { pages: activityModule.pages.map((page) => ({ ...page, ofAllOnly: true })), acts: [] },
];

/** The rows below the first segment of a path; none for an unknown one. Over all of many businesses there are few. */
export function moduleAt(path: string, isOverAll = false): ConsoleModule {
  const segmentOf = (path: string) => path.split("/")[1] ?? "";
  const isHere = ({ pages }: ConsoleModule) => pages.some((page) => segmentOf(page.path) === segmentOf(path));
  return (isOverAll ? OVER_ALL : MODULES).find(isHere) ?? { pages: [], acts: [] };
}

export const allRows: ConsoleModule = {
  pages: MODULES.flatMap(({ pages }) => pages),
  acts: MODULES.flatMap(({ acts }) => acts),
};

/** Rows that only the pages over all businesses have. */
export const rowsOverAll: ConsoleModule = businessesModule;

export function parametersOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
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
