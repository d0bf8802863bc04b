/** Sends the owner a test message through the mail server of the settings. */
import Type from "typebox";
import { consoleWords } from "../languages/mod.ts";
import { deliverNotice } from "../notices/mod.ts";
import { readBusiness } from "../store/mod.ts";
import { act, done } from "./act.ts";
import { admitTestMail, testAddress } from "./admit_test_mail.ts";
import { mailRefusal, openMailer, unset } from "./mail_server.ts";

export const testMail = act({
  name: "settings test",
  command: "notices test",
  path: "settings/mail",
  within: "store",
  input: Type.Object({
    address: testAddress("your e-mail address"),
  }),
  async run(store, { input, context }) {
    const { config, mail, now } = context;
    const { mailFrom: from, smtpUrl } = config.invitations;
    if (from === null || smtpUrl === null) return unset(from === null ? "MAIL_FROM" : "SMTP_URL");
    const refusal = await admitTestMail(store, context);
    if (refusal !== null) return refusal;
    const address = input.address.trim();
    const profile = (await readBusiness(store))?.profile;
    const test = {
      noticeId: crypto.randomUUID(),
      channel: "mail" as const,
      at: now,
      notice: { type: "test", data: {} } as const,
      reader: { business: profile?.name ?? null, language: profile?.language ?? null },
    };
    const { hostname: host } = new URL(config.baseUrl);
    const ways = {
      mail: { mailer: await openMailer(config, mail), from, to: address, host },
      webhook: null,
      site: config.baseUrl,
      consoleUrl: null,
    };
    const { answer } = await deliverNotice(test, ways, now);
    if (answer.kind === "delivered")
      return done({ lines: [`The mail server took the test for ${address}`], data: { accepted: true, address } });
    const { code } = answer;
    const fault = mailRefusal(consoleWords("en"), code, address);
    return { ...done({ lines: [], data: { accepted: false, address, code } }), faults: [fault] };
  },
  detail: () => ({}),
});
