// Duties about personal data: the sheet of a person, destruction by an act, terms, the policy, an incident.
import * as contract from '../../../contract/instruments/personal.ts';
import { pages } from '../../../contract/pages.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import { consentKinds, type ConsentKind } from '../../../contract/profiles.ts';
import { formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import { logGoneBefore, logKeptFrom } from '../../kernel/logKept.ts';
import { dueWords } from '../../actionLog/rules/archive.ts';
import { goneText } from '../../../contract/logWords.ts';
import { nightly } from '../../jobs/due.ts';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import type { FileColumn } from '../../kernel/cells.ts';
import type { Mount } from '../../kernel/mount.ts';
import { FORMER, presentPlaces } from '../../kernel/objects.ts';
import { tableFile } from '../../kernel/tableFile.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';
import { openPassport, profileForWrite } from '../../profiles/queries.ts';
import { takeCheckedPassword } from '../../session/writing.ts';
import { backupDue } from '../backups.ts';
import {
  couldSee,
  countLooks,
  incidentPeople,
  incidentRows,
  looksInPages,
  rightsKnownFrom,
  type IncidentWish,
} from '../queries/incident.ts';
import { allCorrections } from '../queries/corrections.ts';
import * as q from '../queries/personal.ts';
import { formerOwners } from './demands.ts';
import { dueLog, lastDropped } from '../queries/logArchive.ts';
import { LOG, NEVER, retentionRules } from '../rules/retention.ts';
import { destroyByAct } from '../writing/destruction.ts';
import { groundsNow } from '../queries/grounds.ts';
import { groundsFor } from '../rules/grounds.ts';
import { recipientsOf } from '../rules/recipients.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };
/** Of those who looked at hidden data so many are named on the sheet. */
const SHOWN = 500;
const REVIEW_YEARS = 3;

export function personalRoutes(mount: Mount): void {
  mount(contract.heldData, async (ctx, { params }) => {
    const person = await profileForWrite(ctx, ctx.db, params.id);
    if (!person) throw notFound();
    if (!person.is_present) throw forbidden(FORMER);
    const held = await sheetOf(ctx, person);
    const places = await presentPlaces(ctx, person.id);
    await act(ctx, 'profile.held', async ({ log }) => {
      for (const place of places)
        await log({
          object: { type: 'profile', id: person.id, name: person.full_name ?? '' },
          place,
          text: 'Составлены сведения об обрабатываемых данных',
        });
    });
    return held;
  });

  mount(contract.destroyData, async (ctx, { params, body }) => {
    const person = await q.personToDestroy(ctx, params.id);
    if (!person) throw notFound();
    if (person.is_anonymised) throw invalid({ form: 'Данные этого человека уже уничтожены' });
    const act_no = await destroyByAct(ctx, person, {
      ground: body.ground,
      inside: (tx) => takeCheckedPassword(tx, ctx),
    });
    return { act_no };
  });

  dutyRoutes(mount);
  incidentRoutes(mount);
}

/** Terms and the policy. */
function dutyRoutes(mount: Mount): void {
  mount(contract.personalDuties, async (ctx) => {
    const [policies, destructions, corrections, times, log, overdue] = await Promise.all([
      q.policies(ctx.db),
      q.destructions(ctx.db),
      allCorrections(ctx.db),
      q.dueTimes(ctx.db),
      logDuty(ctx),
      formerOwners(ctx),
    ]);
    return {
      policies,
      destructions,
      corrections,
      retention: retentionRules(ctx.deps.settings).map(({ due: what, ...rule }) => ({
        ...rule,
        waiting: what === null ? (overdue[0]?.total ?? 0) : 0,
        page: what === LOG ? { to: pages.adminLogArchive, words: log.words } : null,
        next: what && nextUpkeep(ctx, what),
        last: what === LOG ? log.last : ((what && times.get(what)) ?? null),
      })),
    };
  });

  mount(contract.addPolicy, async (ctx, { body }) => {
    if (body.approvedAt > todayOf(ctx)) throw invalid({ approvedAt: NOT_LATER });
    const [last] = await q.policies(ctx.db);
    if ((last?.version ?? 0) !== body.after) throw invalid({ form: 'Политику уже изменили. Обновите страницу' });
    if (last && body.approvedAt < last.approved_at)
      throw invalid({ approvedAt: `Прежняя версия утверждена ${formatDate(last.approved_at)}` });
    const version = body.after + 1;
    await act(ctx, 'admin.policy', async ({ tx, log }) => {
      const review = `${Number(body.approvedAt.slice(0, 4)) + REVIEW_YEARS}${body.approvedAt.slice(4)}`.replace(
        /-02-29$/,
        '-02-28',
      );
      await tx
        .insertInto('privacy_policy')
        .values({ version, approved_at: body.approvedAt, review_due: review, body: body.text })
        .execute();
      await log({ place: nowhere, text: `Утверждена политика обработки данных, версия ${version}` });
    });
    return { version };
  });
}

/** What waits to leave the log, in words, and when a month left it last. */
async function logDuty(ctx: Ctx): Promise<{ words: string; last: string | null }> {
  const [{ due, next }, last] = [await dueLog(ctx.db, dateIn(ctx.now(), HOME_ZONE)), await lastDropped(ctx.db)];
  return { words: dueWords(due, next), last };
}

/** Who looked between two moments, and who could have: on the page, and line by line as a book. */
function incidentRoutes(mount: Mount): void {
  mount(contract.incident, async (ctx, { body }) => {
    const { days, log_from } = await daysOf(ctx, body);
    const [looked, could, rights_from] = await Promise.all([
      incidentRows(ctx.db, body),
      couldSee(ctx.db, body),
      rightsKnownFrom(ctx.db, body),
    ]);
    await act(ctx, 'admin.incident', ({ log }) =>
      log({ place: nowhere, text: `Составлен список видевших данные: ${days}` }),
    );
    return { ...looked, ...could, log_from, rights_from };
  });

  mount(contract.incidentPeople, async (ctx, { query }) => ({ data: await incidentPeople(ctx.db, query.q, query.mo) }));
  mount(contract.incidentFile, async (ctx, { body }) => {
    const { days, log_from } = await daysOf(ctx, body);
    const count = await countLooks(ctx.db, body);
    await act(ctx, 'admin.incident', ({ log }) =>
      log({ place: nowhere, text: `Выгружен список видевших данные: ${days}, записей ${count}` }),
    );
    const name = `Кто видел данные ${days.replaceAll(' – ', '–')}`;
    const rows = log_from ? toldGone(log_from, looksInPages(ctx.db, body)) : looksInPages(ctx.db, body);
    return tableFile({ title: 'Кто видел данные', name, format: 'xlsx', columns: looks }, rows);
  });
}

/** The book says first what is not in it. */
async function* toldGone(kept: string, pages: AsyncGenerator<unknown[][]>): AsyncGenerator<unknown[][]> {
  yield [[goneText(kept), ...looks.slice(1).map(() => null)]];
  yield* pages;
}

const looks: readonly FileColumn[] = [
  { title: 'Время, МСК' },
  { title: 'Кто' },
  { title: 'Что сделал' },
  { title: 'Карточка №', kind: 'number' },
  { title: 'Над чем' },
  { title: 'МО' },
  { title: 'ПО' },
  { title: 'Адрес' },
  { title: 'Устройство' },
];

/** The days of an incident in words, and where the lines begin when they reach before that. */
async function daysOf(ctx: Ctx, { from, to }: IncidentWish): Promise<{ days: string; log_from: string | null }> {
  const [first, last] = [from, to].map((moment) => dateIn(new Date(moment), HOME_ZONE)) as [string, string];
  const days = first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`;
  return { days, log_from: await logGoneBefore(ctx.db, first) };
}

const DAY_MS = 86_400_000;

/** When a piece of upkeep comes next: what is latest a day from now is not yet now. Null: it never comes by itself. */
function nextUpkeep(ctx: Ctx, what: string): string | null {
  if (what === NEVER || what === LOG || (what === backupDue.what && !ctx.deps.settings.BACKUP_DAILY)) return null;
  const latest = what === backupDue.what ? backupDue.latest! : nightly.latest;
  return latest(new Date(ctx.now().getTime() + DAY_MS)).toISOString();
}

type Person = NonNullable<Awaited<ReturnType<typeof profileForWrite>>>;

async function sheetOf(ctx: Ctx, person: Person): Promise<contract.HeldData> {
  const { db, deps } = ctx;
  const [counts, consents, privileges, garages, seen, grounds, log_from, org] = await Promise.all([
    q.heldCounts(ctx, person.id),
    q.heldConsents(db, person.id),
    q.heldPrivileges(db, person.id),
    q.heldGarages(ctx, person.id),
    q.lookedAt(ctx, person.id, SHOWN),
    groundsNow(db, person.id, todayOf(ctx)),
    logKeptFrom(db),
    db
      .selectFrom('po')
      .where('id', '=', person.po_id)
      .select(['name', 'payee_name', 'inn', 'address'])
      .executeTakeFirstOrThrow(),
  ]);
  const passport = openPassport(deps.secrets, person.pass_cipher);
  const f = profileFields;
  const facts: [string, string | null | undefined][] = [
    [f.fullName.label, person.full_name],
    [f.nameGenitive.label, person.name_genitive],
    [f.nameDative.label, person.name_dative],
    [f.nameInstrumental.label, person.name_instrumental],
    [f.birthday.label, person.birthday && formatDate(person.birthday)],
    [f.passport.label, passport && [passport.seria, passport.num].filter(Boolean).join(' ')],
    [f.passText.label, passport?.text],
    [f.registrationAddress.label, person.registration_address],
    [f.actualAddress.label, person.actual_address],
    [f.phoneNumberList.label, person.phones.join(', ')],
    [f.email.label, person.email],
    [f.isVOAMember.label, person.is_voa_member ? 'да' : 'нет'],
    [f.voaEntryDate.label, person.voa_entry_date && formatDate(person.voa_entry_date)],
    [f.ticketNumber.label, person.ticket_number],
    ...privileges.map(({ label, paper, until }): [string, string] => [
      f.privilege.label,
      [label, paper, until && `до ${formatDate(until)}`].filter(Boolean).join(', '),
    ]),
  ];
  return {
    id: person.id,
    name: person.full_name ?? '',
    isDestroyed: person.is_anonymised,
    operator: [org.payee_name ?? org.name, org.inn && `ИНН ${org.inn}`, org.address].filter(Boolean).join(', '),
    at: ctx.now().toISOString(),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    consents: consents.map((one) => ({ ...one, kind: consentKinds[one.kind as ConsentKind] })),
    garages: garages.map(({ section, number, po_name, from, to }) => ({
      label: [po_name, section, number].filter(Boolean).join(', '),
      value: `${from ? `с ${formatDate(from)}` : 'дата начала неизвестна'}${to ? ` по ${formatDate(to)}` : ''}`,
    })),
    counts,
    recipients: recipientsOf(deps.settings),
    seen: seen.map(({ at, who, what }) => ({ at, who, what })),
    seen_total: seen[0]?.total ?? 0,
    log_from,
    blocks: groundsFor(
      ctx.actor,
      grounds.filter(({ holds }) => holds),
    ).map(({ words }) => words),
  };
}
