/** How invitations by mail stand: what keeps them from being sent, and what the mail server said of those that were. */
import type { Config } from "../config.ts";
import type { OutboxState } from "../invitations/mod.ts";
import { addressInWords, counted, groupedDigits } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** What stands in the way of mail, or makes it worse. */
type MailObstacle = "sample" | "no_address" | "not_https";

/** How mail stands. */
export interface MailStanding {
  readonly obstacles: readonly MailObstacle[];
  readonly outbox: OutboxState;
}

export async function mailStanding(store: Store, { baseUrl }: Pick<Config, "baseUrl">): Promise<MailStanding> {
  const business = (await readBusiness(store))?.profile;
  const obstacles: MailObstacle[] = [];
  if (business?.is_sample) obstacles.push("sample");
  else if (business !== undefined && addressInWords(business.address) === "") obstacles.push("no_address");
  if (!baseUrl.startsWith("https:")) obstacles.push("not_https");
  return { obstacles, outbox: await store.outbox.outboxState() };
}

/** As the doctor has it. */
interface MailFinding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
}

const OBSTACLES: Readonly<Record<MailObstacle, Omit<MailFinding, "about">>> = {
  sample: { level: "advice", message: "nothing is sent while the sample is shown" },
  no_address: {
    level: "wrong",
    message: "nothing is sent: each message shows the postal address of the business, which is missing",
  },
  not_https: { level: "advice", message: "links are not https: mail programs offer no unsubscribing by a click then" },
};

/** What the doctor says of it. */
export async function checkMail(store: Store, config: Config): Promise<MailFinding[]> {
  if (config.invitations.mode !== "mail") return [];
  const about = "invitations";
  const { obstacles, outbox } = await mailStanding(store, config);
  const findings = obstacles.map((obstacle): MailFinding => ({ about, ...OBSTACLES[obstacle] }));
  const { pause, waiting, retried, acceptedToday, undeliverable } = outbox;
  if (pause !== null) {
    const [since, until] = [pause.since, pause.until].map((at) => new Date(at).toISOString());
    const message = `sending is paused since ${since}: the mail server says ${pause.code}; tried again at ${until}`;
    findings.push({ level: "wrong", about, message });
  }
  if (retried > 0) {
    findings.push({ level: "advice", about, message: `${counted(retried, "message")} put off by the mail server` });
  }
  const figures = [`${groupedDigits(waiting)} waiting`, `${groupedDigits(acceptedToday)} accepted within a day`];
  const message = [...figures, `${groupedDigits(undeliverable)} undeliverable`].join(", ");
  return [...findings, { level: "fine", about, message }];
}
