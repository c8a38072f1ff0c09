// Data of people: cards merged and parted again, demands answered, data destroyed, addresses put in order.
import { DEMO_PASSWORD } from '../../../server/demo/accounts.ts';
import type { Engine } from '../../../server/db/engine.ts';
import { mo, one, type Asked } from '../asked.ts';

interface Pair {
  one: { id: number; version: number };
  other: { id: number; version: number };
}

function merges(stays: number, goes: number, password: Asked): Asked[] {
  const opened = one('POST /api/merge_pairs/open/', { one: stays, other: goes });
  const merged = one('POST /api/merge_profiles/', (_password, pair: Pair) => ({
    stays,
    goes,
    versions: { stays: pair.one.version, goes: pair.other.version },
    choices: { lastName: 'goes', email: 'stays' },
    isWideningKnown: true,
  }));
  const at = (...answers: { merge_id: number }[]) => answers[2]!.merge_id;
  const before = [password, opened, merged];
  return [
    { ...merged, before: [password, opened] },
    one('GET /api/merges/:id/undo/', undefined, { at, before }),
    one('POST /api/merges/:id/undo/', { goes: [] }, { at, before }),
  ];
}

function demands(person: number, password: Asked): Asked[] {
  const at = person;
  const taken = mo(
    'POST /api/personal_data/:id/demand/',
    { kind: 'wrong', onDate: '2026-11-20', ground: 'Заявление от 20.11.2026' },
    { at },
  );
  const read = mo('GET /api/profiles/:id', undefined, { at });
  const edited = mo(
    'PUT /api/profiles/:id',
    (_taken, { registrationAddress: _a, actualAddress: _b, email: _c, ...card }: Record<string, unknown>) => ({
      ...card,
      lastName: 'Берёзов',
    }),
    { at },
  );
  const corrected = mo('POST /api/personal_data/:id/demand/correct/', {}, { at });
  const gone = mo('POST /api/profiles/', { lastName: 'Гостев', firstName: 'Илья', po: 1, isVOAMember: false });
  const id = (...answers: { id: number }[]) => answers[0]!.id;
  const destroyed = one('POST /api/personal_data/:id/destroy/', { ground: 'Заявление от 20.11.2026' }, { at: id });
  return [
    mo('POST /api/personal_data/:id/demand/withdraw/', { reason: 'Отозвал сам' }, { at: 5 }),
    { ...corrected, before: [taken, read, edited] },
    mo(
      'POST /api/personal_data/:id/correction_act/',
      (...answers: { corrections: { id: number }[] }[]) => ({ correction: answers[3]!.corrections[0]!.id }),
      { at, before: [taken, read, edited, corrected] },
    ),
    { ...destroyed, before: [gone, password] },
    one(
      'POST /api/destructions/:id/act/',
      {},
      {
        at: (...answers: { id: number }[][]) => answers[3]![0]!.id,
        before: [gone, password, destroyed, 'select max(id)::int as id from destruction'],
      },
    ),
  ];
}

function addresses(): Asked[] {
  const scope = { po: 1, which: 'both' };
  const plan = one('POST /api/address_normalizations/plan/', scope);
  const started = one(
    'POST /api/address_normalizations/',
    ({ addresses: many, cost_kopecks }: { addresses: number; cost_kopecks: number }) => ({
      ...scope,
      applySure: false,
      expected: { addresses: many, cost_kopecks },
    }),
  );
  const at = (...answers: { id: number }[]) => answers[1]!.id;
  const rows = one('POST /api/address_normalizations/:id/rows/', { limit: 30 }, { at });
  return [
    { ...started, before: [plan] },
    { ...rows, before: [plan, started] },
    one(
      'POST /api/address_normalizations/:id/decide/',
      (_plan, _run, { data }: { data: { id: number; becomes: string | null }[] }) => {
        const chosen = data.filter(({ becomes }) => becomes).slice(0, 3);
        return { deed: 'apply', rows: chosen.map(({ id }) => id), expected: chosen.length };
      },
      { at, before: [plan, started, rows] },
    ),
  ];
}

export async function peopleOf(engine: Engine): Promise<Asked[]> {
  const { rows } = await engine.query(
    `select id from profile p where po_id = 1 and kind = 'person' and restricted_at is null and representative_id is null
      and birthday < '1990-01-01' and exists (select from ownership o where o.profile_id = p.id and o.ended_on is null)
      and not exists (select from reregistration_party r where r.profile_id = p.id) order by id offset 10 limit 3`,
  );
  const [stays, goes, person] = rows.map(({ id }) => Number(id));
  const password = one('POST /api/check_password/:id', { password: DEMO_PASSWORD }, { at: 1 });
  return [
    ...merges(stays!, goes!, password),
    ...demands(person!, password),
    ...addresses(),
    one(
      'POST /api/policies/',
      ({ policies }: { policies: { version: number }[] }) => ({
        approvedAt: '2026-11-01',
        text: 'Обработка персональных данных ведётся для учёта гаражей, взносов и владельцев; хранится до конца членства.',
        after: Math.max(0, ...policies.map(({ version }) => version)),
      }),
      { before: [one('GET /api/personal_duties/')] },
    ),
  ];
}
