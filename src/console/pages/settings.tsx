/** @jsxImportSource preact */
/** Settings from the environment of the server are read-only. */
import { dirname, join } from "node:path";
import type { ComponentChildren } from "preact";
import { isServerUrl } from "../../config.ts";
import type { ConsoleWords } from "../../languages/mod.ts";
import { testNotices } from "../../owner/notices.ts";
import { testInvitation } from "../../owner/preview_invitation.ts";
import { type ActRefusal, faultsOf, refusalText } from "../../owner/refusal.ts";
import { testMail } from "../../owner/send_test_mail.ts";
import { listSettings, type ShownSetting, setSettings, settingsFaults } from "../../owner/settings.ts";
import type { OwnerSetting, SettingsPlace } from "../../owner/settings_place.ts";
import type { OwnSettings } from "../../store/mod.ts";
import { BackLink, ButtonLink, Facts, Form, Notice } from "../components.tsx";
import { ActForm, formRow } from "../form_of_act.tsx";
import type { ActAnswer, ConsoleContext, ConsoleModule, ConsolePage, PageRow, SentForm } from "../page.ts";
import { BackupForm } from "./backups.tsx";
import { formatSetting, MailServerFields, SettingField, settingLabel, settingsIn } from "./setting_fields.tsx";
import { AddressForm, AddressPart, checkAddress, mailTried, type Tried } from "./settings_checks.tsx";
import { timeZoneModule } from "./time_zone.tsx";

const PARTS = {
  address: ["BASE_URL"],
  mail: ["SMTP_URL", "SMTP_PASSWORD", "MAIL_FROM", "MAIL_REPLY_TO", "MAIL_PER_DAY"],
  invitations: ["INVITATIONS", "INVITE_AFTER", "REMIND_AFTER", "INVITATION_EXPIRES", "CONTACTS_KEPT", "INCENTIVE"],
  notices: ["NOTICE_MAIL", "NOTICE_WEBHOOK", "NOTICE_WEBHOOK_SECRET", "EXPORT_REMINDER"],
  backups: ["BACKUP_DIR", "BACKUP_EVERY", "BACKUP_KEEP"],
} as const satisfies Readonly<Record<string, readonly OwnerSetting[]>>;
type SettingsPart = keyof typeof PARTS;

/** Settings that every firm needs, in the order of the form; the others are folded. */
const MAIN: readonly OwnerSetting[] = [
  "BASE_URL",
  "INVITATIONS",
  "SMTP_URL",
  "SMTP_PASSWORD",
  "MAIL_FROM",
  "NOTICE_MAIL",
  "BACKUP_DIR",
];
/** Invitations by mail need a mailbox, so its fields are on the same form until there is one. */
const MAILBOX: readonly OwnerSetting[] = ["SMTP_URL", "SMTP_PASSWORD", "MAIL_FROM"];
const PART_NAMES = Object.keys(PARTS) as SettingsPart[];

export const settingsModule: ConsoleModule = {
  pages: [
    { path: "/settings", show: overview },
    ...PART_NAMES.map((part): PageRow => ({ path: `/settings/${part}`, show: (context) => partPage(context, part) })),
    ...timeZoneModule.pages,
  ],
  acts: [
    ...PART_NAMES.map((part) => {
      const path = `/settings/${part}`;
      const page = (context: ConsoleContext) => partPage(context, part);
      return formRow(setSettings, {
        path,
        page,
        to: path,
        explains: true,
        input: (...sent) => valuesIn(part, ...sent),
      });
    }),
    formRow(testMail, {
      page: (context) => partPage(context, "mail"),
      show: (context, { data }) => partPage(context, "mail", mailTried(context, data)),
    }),
    { path: "/settings/address/check", act: "settings", run: checkedAddress },
    ...timeZoneModule.acts,
  ],
};

async function valuesIn(part: SettingsPart, { services, store }: ConsoleContext, form: SentForm) {
  const values = await services.withSettings(store, async (place) =>
    settingsIn(form, fieldsOf(part, listSettings(place, (await place.kept()) ?? {}))),
  );
  return { values: values ?? {} };
}

async function checkedAddress(context: ConsoleContext): Promise<ActAnswer> {
  const done = await checkAddress(context);
  const page = await partPage(context, "address", done);
  if (page === null) return { kind: "missing" };
  return done.tone === "good" ? { kind: "page", page } : { kind: "again", status: 422, page };
}

function settingsOf(part: SettingsPart, settings: readonly ShownSetting[]): ShownSetting[] {
  return PARTS[part].flatMap((name) => settings.find((each) => each.name === name) ?? []);
}

function fieldsOf(part: SettingsPart, settings: readonly ShownSetting[]): ShownSetting[] {
  const own = settingsOf(part, settings);
  const server = settings.find(({ name }) => name === "SMTP_URL");
  if (part !== "invitations" || server === undefined || server.isSet) return own;
  return [...own, ...settings.filter(({ name }) => MAILBOX.includes(name))];
}

/** All settings; the usual address is the one that the server is at, whatever port it took. */
function settingsAt({ services }: ConsoleContext, place: SettingsPlace, kept: OwnSettings): ShownSetting[] {
  return listSettings(place, kept).map((each) =>
    each.name === "BASE_URL" ? { ...each, usual: services.baseUrl } : each,
  );
}

async function overview(context: ConsoleContext): Promise<ConsolePage | null> {
  const { services, store, words, business } = context;
  return services.withSettings(store, async (place) => {
    const kept = (await place.kept()) ?? {};
    const settings = settingsAt(context, place, kept);
    const parts = PART_NAMES.filter((part) => settingsOf(part, settings).length > 0);
    return {
      title: words.say("frame.nav.settings"),
      section: "settings",
      body: (
        <>
          <Faults context={context} place={place} faults={settingsFaults(place, kept)} />
          <p>{words.say("settings.lead")}</p>
          <ul class="list">
            {parts.map((part) => (
              <li>
                <a href={`/settings/${part}`}>{words.say(`settings.part.${part}`)}</a>
                <span class="quiet">{stateOfPart(part, settings, words)}</span>
              </li>
            ))}
            <li>
              <a href="/settings/time-zone">{words.say("profile.time_zone")}</a>
              <span class="quiet">{(business?.time_zone ?? "UTC").replaceAll("_", " ")}</span>
            </li>
          </ul>
        </>
      ),
    };
  });
}

const SWITCHES = {
  address: ["BASE_URL"],
  mail: ["MAIL_FROM"],
  invitations: ["INVITATIONS"],
  backups: ["BACKUP_DIR"],
  notices: ["NOTICE_MAIL", "NOTICE_WEBHOOK"],
} as const satisfies Readonly<Record<SettingsPart, readonly OwnerSetting[]>>;

function stateOfPart(part: SettingsPart, settings: readonly ShownSetting[], words: ConsoleWords): string {
  const names: readonly OwnerSetting[] = SWITCHES[part];
  const setting = settings.find(({ name, isSet, value }) => names.includes(name) && isSet && value !== "off");
  if (setting === undefined) {
    const address = settings.find(({ name }) => name === "BASE_URL");
    return part === "address" && address
      ? formatSetting(address, words)
      : words.say(part === "mail" ? "settings.noSender" : "settings.off");
  }
  return setting.isSecret ? settingLabel(setting.name, words) : formatSetting(setting, words);
}

async function partPage(context: ConsoleContext, part: SettingsPart, tried?: Tried): Promise<ConsolePage | null> {
  const { services, store, words, person } = context;
  return services.withSettings(store, async (place): Promise<ConsolePage | null> => {
    const kept = await place.kept();
    const settings = kept === null ? [] : fieldsOf(part, settingsAt(context, place, kept));
    if (kept === null || settings.length === 0) return null;
    const main = MAIN.flatMap((name) => settings.find((each) => each.name === name) ?? []);
    const more = settings.filter(({ name }) => !MAIN.includes(name));
    const sent = context.refused?.act === setSettings.name ? context.refused : undefined;
    const faults = sent === undefined ? settingsFaults(place, kept) : faultsOf(sent.refusal);
    const isOwner = person.role === "owner";
    const state = setSettings.state(kept);
    const body = (
      <>
        <BackLink href="/settings">{words.say("frame.nav.settings")}</BackLink>
        {tried !== undefined && <Notice tone={tried.tone}>{tried.message}</Notice>}
        <Faults context={context} place={place} faults={faults} shown={settings} isRefused={sent !== undefined} />
        <p>{words.say(`settings.lead.${part}`)}</p>
        {isOwner ? (
          <Form
            action={`/settings/${part}`}
            {...(state !== undefined && { state })}
            {...(settings.every(({ isFixed }) => isFixed) ? {} : { submit: words.say("settings.save") })}
          >
            {main.map((setting) => fieldOf(context, setting, { sent, faults, part }))}
            {more.length > 0 && (
              <details
                class="part"
                open={more.some(({ name, isSet }) => isSet || faults.some(({ field }) => field === name))}
              >
                <summary>{words.say("settings.more")}</summary>
                {more.map((setting) => fieldOf(context, setting, { sent, faults, part }))}
              </details>
            )}
          </Form>
        ) : (
          <Facts rows={settings.map((each) => [settingLabel(each.name, words), formatSetting(each, words)])} />
        )}
        {isOwner && CHECKS[part](context, (name) => settings.some((each) => each.name === name && each.isSet))}
      </>
    );
    return { title: words.say(`settings.part.${part}`), section: "settings", body };
  });
}

interface FieldOptions {
  readonly sent: ConsoleContext["refused"];
  readonly faults: readonly ActRefusal[];
  readonly part: SettingsPart;
}

function fieldOf(context: ConsoleContext, setting: ShownSetting, { sent, faults, part }: FieldOptions) {
  const { words, query } = context;
  const provider = query.get("provider");
  // A mailbox that is chosen for invitations implies sending by mail.
  const usual = setting.name === "INVITATIONS" && provider !== null ? "mail" : "";
  const kept = setting.value ?? (setting.name === "BACKUP_DIR" ? usualFolder(context) : usual);
  const typed = (sent?.input.values as OwnSettings | undefined) ?? {};
  const value = typed[setting.name] ?? kept;
  const fault = faults.find(({ field }) => field === setting.name);
  const isOvertaken = sent?.refusal.because === "changed" && !setting.isSecret && value !== kept;
  const error =
    fault !== undefined
      ? refusalText(words, fault)
      : isOvertaken
        ? words.say("profile.now", { now: setting.value ?? "–" })
        : undefined;
  if (setting.name === "SMTP_URL" && !setting.isFixed) {
    const path = `/settings/${part}`;
    return (
      <MailServerFields
        words={words}
        value={value}
        error={error}
        provider={provider}
        path={path}
        sent={sent?.form ?? null}
      />
    );
  }
  return <SettingField setting={setting} words={words} value={value} error={error} />;
}

function usualFolder({ services: { database } }: ConsoleContext): string {
  return join(isServerUrl(database) || database === ":memory:" ? "data" : dirname(database), "backups");
}

interface FaultsProps {
  readonly context: ConsoleContext;
  readonly place: SettingsPlace;
  readonly faults: readonly ActRefusal[];
  /** Settings whose faults are shown next to their fields. */
  readonly shown?: readonly ShownSetting[];
  readonly isRefused?: boolean;
}

/** Faults of settings on other pages, with links to them; some only the operator of the server can fix. */
function Faults({ context: { words, services }, place, faults, shown = [], isRefused = false }: FaultsProps) {
  const elsewhere = faults.filter(({ field }) => !shown.some(({ name }) => name === field));
  const offline = services.scope === null ? "settings.faultyOne" : "settings.faulty";
  return (
    <>
      {faults.length > 0 && !isRefused && <Notice tone="bad">{words.say(offline)}</Notice>}
      {elsewhere.map((fault) => {
        const name = place.names.find((each) => each === fault.field);
        const of = PART_NAMES.find((each) => name !== undefined && partHas(each, name));
        if (name === undefined || of === undefined) return <Notice tone="bad">{aboutServer(fault, words)}</Notice>;
        return (
          <Notice tone="bad">
            {settingLabel(name, words)}: {refusalText(words, fault)}{" "}
            <a href={`/settings/${of}`}>{words.say(`settings.part.${of}`)}</a>
          </Notice>
        );
      })}
    </>
  );
}

function partHas(part: SettingsPart, name: OwnerSetting): boolean {
  return (PARTS[part] as readonly OwnerSetting[]).includes(name);
}

function aboutServer({ field, sentence }: ActRefusal, words: ConsoleWords) {
  if (field === "SMTP_URL") return words.say("settings.noMailServer");
  return <span lang="en">{sentence}</span>;
}

type IsSet = (name: OwnerSetting) => boolean;

const CHECKS: Readonly<Record<SettingsPart, (context: ConsoleContext, isSet: IsSet) => ComponentChildren>> = {
  address: (context) => <AddressPart {...context} />,
  mail: (context, isSet) =>
    isSet("MAIL_FROM") && (
      <AddressForm context={context} act={testMail} title={context.words.say("invitations.test")} />
    ),
  invitations: (context, isSet) =>
    isSet("INVITATIONS") && (
      <>
        {context.services.config.invitations.mode === "mail" && (
          <AddressForm context={context} act={testInvitation} title={context.words.say("invitations.test")} />
        )}
        <p>
          <ButtonLink href="/invitations" quiet>
            {context.words.say("settings.toInvitations")}
          </ButtonLink>
        </p>
      </>
    ),
  notices: (context, isSet) =>
    (isSet("NOTICE_MAIL") || isSet("NOTICE_WEBHOOK")) && (
      <ActForm context={context} act={testNotices} submit={context.words.say("notices.test")} />
    ),
  backups: (context, isSet) => isSet("BACKUP_DIR") && <BackupForm context={context} />,
};
