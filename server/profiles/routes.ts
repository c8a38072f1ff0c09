// People: list, card, writing, reveal of hidden data, duplicate hints, consents.
import type { z } from 'zod';
import * as contract from '../../contract/profiles.ts';
import * as consentCalls from '../../contract/profiles/consents.ts';
import { dropRepresentative, nameRepresentative } from '../../contract/profiles/representing.ts';
import { declineName } from '../../contract/profiles/nameCases.ts';
import { programCases } from '../kernel/words/nameCases.ts';
import { profileFormer, profileReturn } from '../../contract/actionLog.ts';
import { formerForm, readReturn } from '../actionLog/queries/returning.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { consentText } from './rules.ts';
import { isDay } from '../../contract/kernel/days.ts';
import { NOT_LATER } from '../../contract/kernel/words.ts';
import { act, type Write } from '../kernel/act.ts';
import { changesByAction, paperChanges, type Beside } from './writing/changes.ts';
import { logOpening } from './writing/opening.ts';
import { todayOf, type Ctx, type WriteDb } from '../kernel/ctx.ts';
import { changedText, difference } from '../kernel/difference.ts';
import { forbidden, invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { FORMER, placeIdsOf, presentPlaces } from '../kernel/objects.ts';
import { openPassport } from './passport.ts';
import * as q from './queries.ts';
import { codeWords, profileColumns, staleCases, writePrivilege, writeStatus } from './writing.ts';
import {
  enterPerson,
  representativeCard,
  representativeProblems,
  setRepresentative,
} from './writing/representatives.ts';
import { logPhoneSearch } from './writing/phoneSearch.ts';
import { hasConsentOf } from './queries/standing.ts';
import { peopleTotals } from './queries/totals.ts';
import { withDeadName } from './queries/otherOwners.ts';
import { likelyPeople } from './queries/likely.ts';
import { markConsents, revokeKind } from './writing/consents.ts';
import { keepConsentScan, openScan } from './writing/consentScans.ts';

const { profiles } = contract;

export function profileRoutes(mount: Mount): void {
  reading(mount);
  mount(profiles.create, async (ctx, { body }) => ({
    json: await readProfileCard(ctx, await createPerson(ctx, body)),
  }));
  mount(profiles.update, async (ctx, { params, body }) => {
    await updatePerson(ctx, params.id, body);
    return { json: await readProfileCard(ctx, params.id) };
  });
  mount(profileFormer, async (ctx, { params }) => {
    const row = await presentPerson(ctx, params.id);
    const data = await readReturn(ctx, params.line, { type: 'profile', id: params.id }, row as Record<string, unknown>);
    return { version: row.version, data };
  });
  mount(profileReturn, async (ctx, { params, body }) => {
    await presentPerson(ctx, params.id);
    const card = JSON.parse(await readProfileCard(ctx, params.id)) as ProfileCard;
    // What the card hides is not touched by a form that does not carry it.
    const { registrationAddress: _1, actualAddress: _2, email: _3, ...shown } = card;
    const former = await formerForm(ctx, body, { type: 'profile', id: params.id });
    const form = contract.ProfileUpdate.safeParse({ ...shown, ...former, version: body.version });
    if (!form.success) throw invalid({ form: `Вернуть нельзя: ${form.error.issues[0]?.message ?? ''}` });
    await updatePerson(ctx, params.id, form.data, 'Возвращены прежние');
    return { version: (await presentPerson(ctx, params.id)).version };
  });
  mount(declineName, async (_ctx, { body }) => programCases(body));
  mount(contract.duplicateHints, async (ctx, { body }) => ({ data: await findLikely(ctx, body) }));
  mount(contract.profileSelection, async (ctx, { body }) => {
    await logPhoneSearch(ctx, body.filter.nameFilter);
    return peopleTotals(ctx, body);
  });
  consents(mount);
  representing(mount);
}

function reading(mount: Mount): void {
  mount(profiles.list, async (ctx, { query }) => {
    const request = parseList(query, profiles);
    await logPhoneSearch(ctx, request.filter.nameFilter);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, q.profileRows(ctx, request)),
      q.countProfiles(ctx, request.filter),
    ]);
    return { json, total, offset: request.offset, limit: request.limit };
  });

  mount(profiles.one, async (ctx, { params }) => {
    const json = await readProfileCard(ctx, params.id);
    await logOpening(ctx, (JSON.parse(json) as ProfileCard).id);
    return { json };
  });

  mount(contract.revealProfile, async (ctx, { params, body }) => {
    const person = await presentPerson(ctx, params.id);
    const places = await presentPlaces(ctx, person.id);
    await act(ctx, 'profile.reveal', async ({ log }) => {
      for (const place of places)
        await log({
          object: { type: 'profile', id: person.id, name: person.full_name ?? '' },
          place,
          text: revealWords[body.what],
        });
    });
    const passport = body.what === 'passport' ? openPassport(ctx.deps.secrets, person.pass_cipher) : null;
    const isContacts = body.what === 'contacts';
    return {
      passSeria: passport?.seria ?? '',
      passNum: passport?.num ?? '',
      passText: passport?.text ?? '',
      passForeign: passport?.foreign ?? false,
      phones: body.what === 'passport' ? [] : person.phones,
      email: isContacts ? person.email : null,
      registrationAddress: isContacts ? person.registration_address : null,
      actualAddress: isContacts ? person.actual_address : null,
    };
  });

  mount(contract.revealPhones, async (ctx, { body }) => {
    const people = await q.phonesOf(ctx, body.ids);
    if (!people.length) throw notFound();
    await act(ctx, 'profile.reveal', ({ log }) =>
      log({
        text: `Показаны телефоны: ${people.length} чел.`,
        // Who was seen by whom can be asked after an incident.
        after: { people: people.map(({ id }) => id) },
      }),
    );
    return { data: people };
  });

  mount(contract.profileLists, async (ctx) => ({
    privileges: await ctx.db
      .selectFrom('privilege')
      .where('is_active', '=', true)
      .$if(!ctx.actor.capabilities.includes(1), (query) => query.where('is_health', '=', false))
      .orderBy('sort')
      .select(['id as value', 'name as label', 'is_health', 'needs_certificate', 'discount_percent'])
      .execute(),
    voaStatuses: await ctx.db
      .selectFrom('voa_status')
      .orderBy('sort')
      .select(['id as value', 'name as label', 'is_member'])
      .execute(),
  }));
}

function consents(mount: Mount): void {
  mount(contract.addConsent, async (ctx, { params, body }) => {
    if (body.signedAt > today(ctx)) throw invalid({ signedAt: NOT_LATER });
    await onPerson(ctx, params.id, 'profile.consent', consentText('Записано согласие', body.kind), async ({ tx }) => {
      await tx.selectFrom('profile').where('id', '=', params.id).select('id').forUpdate().execute();
      // Two in force of one kind: whoever takes back the one he sees would leave the other.
      if (await hasConsentOf(tx, params.id, body.kind)) throw invalid({ kind: 'Такое согласие уже действует' });
      await tx
        .insertInto('consent')
        .values({
          profile_id: params.id,
          kind: body.kind,
          signed_at: body.signedAt,
          doc_no: body.docNo,
          source: body.source,
          created_by: ctx.actor.userId,
        })
        .execute();
    });
    return { json: await readProfileCard(ctx, params.id) };
  });

  mount(consentCalls.addConsents, (ctx, { body }) => markConsents(ctx, body));

  mount(consentCalls.attachConsentScan, async (ctx, { params, file }) => {
    const person = await presentPerson(ctx, params.id);
    await keepConsentScan(ctx, person, params.consentId, await file());
    return { json: await readProfileCard(ctx, params.id) };
  });
  mount(consentCalls.openConsentScan, async (ctx, { params }) =>
    openScan(ctx, await presentPerson(ctx, params.id), params.consentId),
  );

  mount(contract.revokeConsent, async (ctx, { params }) => {
    const consent = await ctx.db
      .selectFrom('consent')
      .where('id', '=', params.consentId)
      .where('profile_id', '=', params.id)
      .select('kind')
      .executeTakeFirst();
    if (!consent) throw notFound();
    await onPerson(
      ctx,
      params.id,
      'profile.consent',
      consentText('Отозвано согласие', consent.kind as contract.ConsentKind),
      ({ tx }) => revokeKind(tx, params.id, { id: params.consentId, kind: consent.kind }, today(ctx)),
    );
    return { json: await readProfileCard(ctx, params.id) };
  });

  mount(contract.confirmProfile, async (ctx, { params }) => {
    await onPerson(ctx, params.id, 'profile.confirm', 'Данные подтверждены', ({ tx }) =>
      tx
        .updateTable('profile')
        .set({ confirmed_at: today(ctx) })
        .where('id', '=', params.id)
        .execute(),
    );
    return { json: await readProfileCard(ctx, params.id) };
  });
}

function representing(mount: Mount): void {
  mount(nameRepresentative, async (ctx, { params, body }) => {
    const ward = await presentPerson(ctx, params.id);
    refuseIf(await representativeProblems(ctx, body, ward));
    await onPerson(ctx, params.id, 'profile.representative', 'Указан представитель', async (write) => {
      const { id } = await representativeCard(write, ctx, body, placeIdsOf(ward));
      await setRepresentative(write.tx, params.id, id);
      await write.emit(audience(ward), changed(id));
    });
    return { json: await readProfileCard(ctx, params.id) };
  });
  mount(dropRepresentative, async (ctx, { params }) => {
    await onPerson(ctx, params.id, 'profile.representative', 'Представитель убран', ({ tx }) =>
      setRepresentative(tx, params.id, null),
    );
    return { json: await readProfileCard(ctx, params.id) };
  });
}

/** Answers the id. @throws 422 */
async function createPerson(ctx: Ctx, body: contract.ProfileCreate): Promise<number> {
  const place = await q.placeForPerson(ctx, ctx.actor.po ?? body.po ?? 0);
  refuseIf({
    ...(place ? {} : { po: 'Выберите ПО' }),
    ...(body.consent && body.consent.signedAt > today(ctx) ? { consent: NOT_LATER } : {}),
    ...(await q.problemsOf(ctx, body, null)),
  });
  const { name, ...ids } = place!;
  return act(ctx, 'profile.create', async ({ tx, log, emit }) => {
    const created = await enterPerson({ tx, log }, ctx, body, ids);
    if (body.consent)
      await tx
        .insertInto('consent')
        .values({
          profile_id: created,
          kind: 'pd_processing',
          signed_at: body.consent.signedAt,
          doc_no: body.consent.docNo,
          created_by: ctx.actor.userId,
        })
        .execute();
    const line = { object: { type: 'profile' as const, id: created, name: fullName(body) }, place: placeIdsOf(ids) };
    await log({ ...line, text: `Создана карточка человека, ${name}` });
    if (body.consent)
      await log({ ...line, verb: 'profile.consent', text: consentText('Записано согласие', 'pd_processing') });
    await emit(audience(ids), changed(created));
    return created;
  });
}

/** @throws 404, 409, 422 */
async function updatePerson(ctx: Ctx, id: number, body: contract.ProfileUpdate, word = 'Изменены'): Promise<void> {
  const before = await presentPerson(ctx, id);
  // What the form leaves out stays, and a card does not change its kind.
  const own = {
    kind: before.kind as contract.ProfileCreate['kind'],
    inn: body.inn === undefined ? before.inn : body.inn,
    estateOf: body.estateOf === undefined ? before.estate_of : body.estateOf,
  };
  refuseIf(await q.problemsOf(ctx, { ...body, ...own }, { id }));
  const statusId =
    body.statusVoa?.id ?? (body.isVOAMember === before.is_voa_member ? before.voa_status_id : body.isVOAMember ? 3 : 1);
  const status = await q.statusById(ctx.db, statusId);
  const statusChanged = statusId !== before.voa_status_id;
  if (statusChanged) refuseIf(statusChangeProblems(body));
  const form = profileColumns(ctx, body, statusId, status?.is_member ?? false);
  const columns = { ...form, ...staleCases(before, form), inn: own.inn, estate_of: own.estateOf };
  const codes = codeWords(before, body);
  const [places, present] = await Promise.all([q.tellingPlaces(ctx, before), presentPlaces(ctx, id)]);
  const sides = await Promise.all([before, columns].map((row) => withDeadName(ctx, row)));
  await act(ctx, 'profile.update', async ({ tx, log, emit }) => {
    const row = await tx
      .updateTable('profile')
      .set({ ...columns, version: body.version + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .where('version', '=', body.version)
      .returning('id')
      .executeTakeFirst();
    // Thrown inside, so that a refused save leaves nothing, not even its log line.
    if (!row) throw await staleProfile(ctx, id, tx);
    const beside: Beside = { 'profile.update': codes, 'profile.privilege': await paperChanges(tx, id, body) };
    for (const [verb, fields] of changesByAction(before, columns, beside)) {
      const { names, before: was, after: now } = difference(fields, sides[0]!, sides[1]!);
      for (const place of places)
        await log({
          verb,
          object: { type: 'profile', id, name: before.full_name ?? '' },
          place,
          text: changedText([...names, ...(beside[verb] ?? [])], word),
          before: was,
          after: now,
        });
    }
    if (statusChanged) await writeStatus(tx, ctx, id, statusId, body);
    await writePrivilege(tx, ctx, id, body);
    await q.refreshOwnersKeysOf(tx, id);
    for (const place of present) await emit(audience(place), changed(id));
  });
}

/** People who may be the one that is being written, the likeliest first. */
async function findLikely(ctx: Ctx, body: z.output<typeof contract.duplicateHints.body>) {
  // A passport or a phone is looked for on record, so not through someone's eyes.
  const { viewOnly } = ctx.actor;
  const phones = viewOnly ? [] : body.phoneNumberList;
  const digits = viewOnly ? '' : `${body.passSeria ?? ''}${body.passNum ?? ''}`.replace(/\s/g, '').toUpperCase();
  const passHash = digits.length >= 6 ? ctx.deps.secrets.fingerprint(digits) : null;
  const { found, hints } = await likelyPeople(ctx, {
    ...body,
    birthday: body.birthday && isDay(body.birthday) ? body.birthday : null,
    email: body.email ?? null,
    address: body.registrationAddress ?? null,
    phones,
    passHash: passHash?.toString('hex') ?? null,
    soughtPassHash: passHash,
    exceptId: body.id ?? null,
  });
  await logFoundByPassport(ctx, found, passHash);
  for (const phone of phones) await logPhoneSearch(ctx, phone);
  return hints;
}

/** Who finds somebody by a whole passport has looked at personal data, and it is written down. */
async function logFoundByPassport(ctx: Ctx, found: Awaited<ReturnType<typeof q.candidates>>, passHash: Buffer | null) {
  const holders = passHash ? found.filter(({ pass_hash }) => pass_hash && passHash.equals(pass_hash)) : [];
  if (holders.length)
    await act(ctx, 'profile.search_passport', ({ logAll }) =>
      logAll(
        holders.map(({ id, full_name: name }) => ({
          object: { type: 'profile', id, name },
          text: 'Поиск по паспорту: совпал при проверке повторов',
        })),
      ),
    );
}

/**
 * A person with whom the reader's place works. Whose data were destroyed has none anew: the act could not be repeated.
 * @throws 404 for one whom it does not know, 403 for one who is former there, 422 for one who was destroyed
 */
async function presentPerson(ctx: Ctx, id: number) {
  const person = await q.profileForWrite(ctx, ctx.db, id);
  if (!person) throw notFound();
  if (!person.is_present) throw forbidden(FORMER);
  if (person.is_anonymised) throw invalid({ form: DESTROYED });
  return person;
}
const DESTROYED = 'Данные этого человека уничтожены: карточка больше не меняется';

const revealWords = {
  passport: 'Показаны паспортные данные',
  phones: 'Показаны телефоны',
  contacts: 'Показаны телефоны, e-mail и адреса',
};

/** A status changes only with a date and a ground. */
function statusChangeProblems(body: contract.ProfileUpdate) {
  return {
    ...(body.statusVoaDate ? {} : { statusVoaDate: 'Укажите дату изменения статуса' }),
    ...(body.statusVoaGround ? {} : { statusVoaGround: 'Укажите основание' }),
  };
}

async function readProfileCard(ctx: Ctx, id: number): Promise<string> {
  const found = await q.profileCard(ctx, id);
  if (found) return found;
  const alias = await q.mergedInto(ctx.db, id);
  const target = alias?.merged_into && (await q.profileCard(ctx, alias.merged_into));
  if (!target) throw notFound();
  return target;
}

async function staleProfile(ctx: Ctx, id: number, tx: WriteDb) {
  const current = JSON.parse((await q.profileCard(ctx, id, tx)) ?? 'null') as ProfileCard | null;
  return staleBy(ctx, tx, { type: 'profile', id }, current);
}

async function onPerson(ctx: Ctx, id: number, verb: string, text: string, write: (w: Write) => Promise<unknown>) {
  const person = await presentPerson(ctx, id);
  const [places, present] = await Promise.all([q.tellingPlaces(ctx, person), presentPlaces(ctx, id)]);
  await act(ctx, verb, async (w) => {
    await write(w);
    for (const place of places)
      await w.log({ object: { type: 'profile', id, name: person.full_name ?? '' }, place, text });
    for (const place of present) await w.emit(audience(place), changed(id));
  });
}

const today = (ctx: Ctx) => todayOf(ctx);
const fullName = (person: { lastName: string; firstName: string | null; fatherName: string | null }) =>
  [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' ');
const audience = ({ region_id, mo_id, po_id }: { region_id: number; mo_id: number; po_id: number }) => ({
  region: region_id,
  mo: mo_id,
  po: po_id,
});
const changed = (id: number) => ({ type: 'records_changed' as const, message: { resource: 'profiles', ids: [id] } });
