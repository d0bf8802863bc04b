/** What the doctor says of invitations by mail. */
import type { Config } from "../config.ts";
import { addressInWords, counted, groupedDigits } from "../review/mod.ts";
import { readBusiness, type Store } from "../store/mod.ts";

/** As the doctor has it. */
interface MailFinding {
  readonly level: "fine" | "advice" | "wrong";
  readonly about: string;
  readonly message: string;
}

export async function checkMail(store: Store, { baseUrl, invitations }: Config): Promise<MailFinding[]> {
  if (invitations.mode !== "mail") return [];
  const about = "invitations";
  const business = (await readBusiness(store))?.profile;
  const findings: MailFinding[] = [];
  if (business?.is_sample) {
    findings.push({ level: "advice", about, message: "nothing is sent while the sample is shown" });
  } else if (business !== undefined && addressInWords(business.address) === "") {
    const message = "nothing is sent: each message shows the postal address of the business, which is missing";
    findings.push({ level: "wrong", about, message });
  }
  if (!baseUrl.startsWith("https:")) {
    const message = "links are not https: mail programs offer no unsubscribing by a click then";
    findings.push({ level: "advice", about, message });
  }
  const { pause, waiting, retried, acceptedToday, undeliverable } = await store.outbox.outboxState();
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
