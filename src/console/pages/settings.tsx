/** @jsxImportSource preact */
/** The settings of one of many businesses: how it invites customers, and how its owner is notified. */
import type { ConsoleWords } from "../../languages/mod.ts";
import { changeSettings, listSettings, problemsOf, type ShownSetting, settingsState } from "../../owner/settings.ts";
import type { ListedBusiness } from "../../store/mod.ts";
import { Checkbox, Facts, Field, Form, Notice, Section, Select } from "../components.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, ConsoleScope, SentForm } from "../page.ts";

export const settingsModule: ConsoleModule = {
  pages: [{ path: "/settings", show: (context) => settingsPage(context) }],
  acts: [{ path: "/settings", act: "settings", run: save }],
};

type SettingName = ShownSetting["name"];

/** What is set together, under the name of what it is about. */
const PARTS = [
  {
    title: "frame.nav.invitations",
    names: [
      ...(["INVITATIONS", "MAIL_FROM", "MAIL_REPLY_TO", "MAIL_PER_DAY", "INVITE_AFTER", "REMIND_AFTER"] as const),
      ...(["INVITATION_EXPIRES", "CONTACTS_KEPT", "INCENTIVE"] as const),
    ],
  },
  { title: "frame.nav.notices", names: ["NOTICE_MAIL", "NOTICE_WEBHOOK", "NOTICE_WEBHOOK_SECRET"] },
] as const;

const MODES = ["off", "links", "mail"] as const;

/** The box by which a secret is removed, which an empty field keeps. */
const removing = (name: SettingName) => `${name}.remove`;

/** What was typed, and what is wrong with it. */
interface Said {
  readonly typed: ReadonlyMap<SettingName, string>;
  readonly problems: readonly string[];
  readonly isOvertaken: boolean;
}

async function save(context: ConsoleContext, form: SentForm): Promise<ActAnswer> {
  const { means, store } = context;
  const { scope } = means;
  if (scope === null || scope.business === null) return { kind: "missing" };
  const typed = new Map<SettingName, string>();
  for (const { name, isSecret } of listSettings({ settings: {} })) {
    const value = form.text(removing(name)) === "yes" ? "" : form.text(name);
    if (!isSecret || value !== "" || form.text(removing(name)) === "yes") typed.set(name, value);
  }
  await using list = await scope.openList();
  const place = {
    list,
    environment: scope.environment,
    withStore: (use: (own: typeof store) => Promise<void>) => use(store),
  };
  const order = { id: scope.business, values: Object.fromEntries(typed), expected: form.text("state") };
  const outcome = await changeSettings(place, order);
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", to: "/settings", notice: "done.saved" };
    case "refused":
      return again(context, 422, { typed, problems: outcome.problems, isOvertaken: false });
    case "changed":
      return again(context, 409, { typed, problems: [], isOvertaken: true });
    case "unknown":
      return { kind: "missing" };
  }
}

async function again(context: ConsoleContext, status: 409 | 422, said: Said): Promise<ActAnswer> {
  return { kind: "again", status, page: await settingsPage(context, said) };
}

async function settingsPage(context: ConsoleContext, said?: Said): Promise<ConsolePage | null> {
  const { means, words, person } = context;
  const business = means.scope === null ? null : await listedBusiness(means.scope);
  if (means.scope === null || business === null) return null;
  const settings = new Map(listSettings(business).map((each) => [each.name, each]));
  const kept = problemsOf(means.scope.environment, business);
  const problems = said?.problems ?? kept;
  const ofServer = problems.filter((problem) => !settings.has(nameIn(problem)));
  const typedOrKept = (setting: ShownSetting) => said?.typed.get(setting.name) ?? setting.value ?? "";
  const errorOf = (setting: ShownSetting): string | undefined => {
    const problem = problems.find((each) => nameIn(each) === setting.name);
    if (problem !== undefined) return problemInWords(problem, words);
    const isOvertaken =
      said?.isOvertaken === true && !setting.isSecret && typedOrKept(setting) !== (setting.value ?? "");
    return isOvertaken ? words.say("profile.now", { now: setting.value ?? "–" }) : undefined;
  };
  const shownIn = (names: readonly SettingName[]) => names.flatMap((name) => settings.get(name) ?? []);
  const parts = PARTS.map(({ title, names }) => (
    <Section title={words.say(title)}>
      {person.role === "owner" ? (
        shownIn(names).map((each) => settingField(each, words, { value: typedOrKept(each), error: errorOf(each) }))
      ) : (
        <Facts rows={shownIn(names).map((each) => [nameInWords(each.name, words), valueInWords(each, words)])} />
      )}
    </Section>
  ));
  const body = (
    <>
      {said?.isOvertaken && <Notice tone="waiting">{words.say("frame.changed")}</Notice>}
      {kept.length > 0 && <Notice tone="bad">{words.say("settings.faulty")}</Notice>}
      {ofServer.map((problem) => (
        <Notice tone="bad">{aboutServer(problem, words)}</Notice>
      ))}
      <p>{words.say("settings.lead")}</p>
      {person.role === "owner" ? (
        <Form action="/settings" submit={words.say("settings.save")} state={settingsState(business)}>
          {parts}
        </Form>
      ) : (
        parts
      )}
    </>
  );
  return { title: words.say("frame.nav.settings"), section: "settings", body };
}

async function listedBusiness(scope: ConsoleScope): Promise<ListedBusiness | null> {
  await using list = await scope.openList();
  return (await list.list()).find(({ id }) => id === scope.business) ?? null;
}

function settingField(
  { name, isSecret, isSet, usual }: ShownSetting,
  words: ConsoleWords,
  { value, error }: { readonly value: string; readonly error: string | undefined },
) {
  const hint = [
    words.say(`settings.hint.${name}`),
    ...(usual !== "" && name !== "INVITATIONS" ? [words.say("settings.usual", { usual })] : []),
    ...(isSecret && isSet ? [words.say("settings.kept")] : []),
  ].join(" ");
  const field = { name, label: nameInWords(name, words), hint, error };
  if (name === "INVITATIONS") {
    // What is not set stays so.
    const options = MODES.map((mode) => {
      return [mode === "off" && !isSet ? "" : mode, words.say(`settings.mode.${mode}`)] as const;
    });
    return <Select {...field} value={value} options={options} />;
  }
  return (
    <>
      {/* A secret that was typed is not sent back. */}
      <Field {...field} value={isSecret ? "" : value} autocomplete="off" />
      {isSecret && isSet && (
        <Checkbox name={removing(name)} label={words.say("settings.remove", { name: nameInWords(name, words) })} />
      )}
    </>
  );
}

function nameInWords(name: SettingName, words: ConsoleWords): string {
  return words.say(`settings.name.${name}`);
}

function valueInWords({ name, isSet, value, usual }: ShownSetting, words: ConsoleWords): string {
  if (name === "INVITATIONS") return words.say(`settings.mode.${MODES.find((mode) => mode === value) ?? "off"}`);
  if (!isSet) return usual === "" ? words.say("notices.notSet") : usual;
  return value ?? "••••";
}

/** A problem begins with the name of what is wrong. */
function nameIn(problem: string): SettingName {
  return problem.split(" ", 1)[0] as SettingName;
}

function problemInWords(problem: string, words: ConsoleWords): string {
  const [, by] = / is not set, expected with (\w+)/.exec(problem) ?? [];
  if (by === undefined) return words.say("settings.invalid");
  return words.say("settings.needed", { name: nameInWords(by as SettingName, words) });
}

/** Of what only whoever runs the server can change. */
function aboutServer(problem: string, words: ConsoleWords): string {
  return problem.startsWith("SMTP_URL ") ? words.say("settings.noMailServer") : problem;
}
