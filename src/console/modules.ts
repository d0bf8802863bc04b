/** Which pages and acts there are: each module is loaded with the first request below one of its paths. */
import type { ActRow, PageRow } from "./page.ts";

/** The rows of a module. */
interface ConsoleModule {
  readonly pages: readonly PageRow[];
  readonly acts: readonly ActRow[];
}

/** Modules by the first segments of their paths; "" is the first page. */
const MODULES: readonly { readonly below: readonly string[]; readonly load: () => Promise<ConsoleModule> }[] = [
  {
    below: ["", "check"],
    load: async () => {
      const { inboxPages } = await import("./pages/inbox.tsx");
      return { pages: inboxPages, acts: [] };
    },
  },
  {
    below: ["reviews"],
    load: async () => {
      const { reviewPages } = await import("./pages/reviews.tsx");
      const { reviewActs } = await import("./pages/review_acts.ts");
      return { pages: reviewPages, acts: reviewActs };
    },
  },
  {
    below: ["import"],
    load: async () => {
      const { importPages, importActs } = await import("./pages/import.tsx");
      return { pages: importPages, acts: importActs };
    },
  },
  {
    below: ["jobs"],
    load: async () => {
      const { jobPages, jobActs } = await import("./pages/jobs.tsx");
      return { pages: jobPages, acts: jobActs };
    },
  },
  {
    below: ["invitations"],
    load: async () => {
      const { invitationPages, invitationActs } = await import("./pages/invitations.tsx");
      return { pages: invitationPages, acts: invitationActs };
    },
  },
  {
    below: ["backups"],
    load: async () => {
      const { backupPages, backupActs } = await import("./pages/backups.tsx");
      return { pages: backupPages, acts: backupActs };
    },
  },
  {
    below: ["notices"],
    load: async () => {
      const { noticePages, noticeActs } = await import("./pages/notices.tsx");
      return { pages: noticePages, acts: noticeActs };
    },
  },
  {
    below: ["settings"],
    load: async () => {
      const { settingsPages, settingsActs } = await import("./pages/settings.tsx");
      return { pages: settingsPages, acts: settingsActs };
    },
  },
  {
    below: ["verification"],
    load: async () => {
      const { verificationPages, verificationActs } = await import("./pages/verification.tsx");
      return { pages: verificationPages, acts: verificationActs };
    },
  },
  {
    below: ["copies"],
    load: async () => {
      const { copyPages, copyActs } = await import("./pages/copies.tsx");
      return { pages: copyPages, acts: copyActs };
    },
  },
  {
    below: ["insights"],
    load: async () => {
      const { insightsPages, insightsActs } = await import("./pages/insights.tsx");
      return { pages: insightsPages, acts: insightsActs };
    },
  },
  {
    below: ["activity"],
    load: async () => {
      const { activityPages } = await import("./pages/activity.tsx");
      return { pages: activityPages, acts: [] };
    },
  },
  {
    below: ["people", "account"],
    load: async () => {
      const { peoplePages, peopleActs } = await import("./pages/people.tsx");
      return { pages: peoplePages, acts: peopleActs };
    },
  },
  {
    below: ["profile"],
    load: async () => {
      const { profilePages, profileActs } = await import("./pages/profile.tsx");
      return { pages: profilePages, acts: profileActs };
    },
  },
  {
    below: ["share"],
    load: async () => {
      const { sharePages } = await import("./pages/share.tsx");
      return { pages: sharePages, acts: [] };
    },
  },
  {
    below: ["subscribers"],
    load: async () => {
      const { subscriberPages, subscriberActs } = await import("./pages/subscribers.tsx");
      return { pages: subscriberPages, acts: subscriberActs };
    },
  },
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
  if (isOverAll && segment === "") return { pages: (await import("./pages/overview.tsx")).overviewPages, acts: [] };
  if (!hasModule(segment, isOverAll)) return { pages: [], acts: [] };
  const module = MODULES.find(({ below }) => below.includes(segment));
  return module === undefined ? { pages: [], acts: [] } : await module.load();
}

/** Every page and act that there is. */
export async function allRows(): Promise<ConsoleModule> {
  const modules = await Promise.all(MODULES.map(({ load }) => load()));
  return { pages: modules.flatMap(({ pages }) => pages), acts: modules.flatMap(({ acts }) => acts) };
}
