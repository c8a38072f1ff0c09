// Garages, their owners and their cases: a card is read first, what stands on it is changed.
import type { Engine } from '../../../server/db/engine.ts';
import { mo, po, type Asked } from '../asked.ts';

interface Card {
  id: number;
  version: number;
}
interface GarageCard extends Card {
  owners: { id: number }[];
  note: string | null;
  type: { id: number };
}
const lineOf = (rows: { id: number }[]) => rows[0]!.id;
interface Former {
  data: { column: string; may: boolean }[];
}

/** What a line gives back, and the giving; `edited` answers the card. */
function returned(slug: 'garage' | 'profile', id: number, read: Asked, edited: Asked): Asked[] {
  const line = `select max(id)::int as id from action_log where verb = '${slug}.update' and before is not null`;
  const former = mo(`GET /api/${slug}/:id/former/:line/`, undefined, {
    at: (_card, _edited, rows: { id: number }[]) => ({ id, line: lineOf(rows) }),
  });
  return [
    { ...former, before: [read, edited, line] },
    mo(
      `POST /api/${slug}/:id/return/`,
      (_card, { version }: Card, rows: { id: number }[], { data }: Former) => ({
        line: lineOf(rows),
        columns: data.filter(({ may }) => may).map(({ column }) => column),
        version,
      }),
      { at: id, before: [read, edited, line, former] },
    ),
  ];
}

function garages(garage: number, person: number): Asked[] {
  const read = mo('GET /api/garages/:id', undefined, { at: garage });
  const edited = mo(
    'PUT /api/garages/:id',
    ({ owners: _owners, ...card }: GarageCard) => ({ ...card, note: 'Ворота сняты', sizeX: 4.5 }),
    {
      at: garage,
    },
  );
  const archived = mo(
    'POST /api/garages/:id/archive/',
    ({ version }: Card) => ({ version, reason: 'mistake', comment: 'Записан дважды', confirmBalance: true }),
    { at: garage },
  );
  const paper = mo('POST /api/garages/:id/pib/', {}, { at: garage, file: 'pdf' });
  return [
    mo('POST /api/garages/', {
      po: { value: 1 },
      section: 'А',
      number: '900',
      type: { value: 2 },
      sizeX: 4,
      sizeY: 6.5,
      note: 'У въезда',
      alreadyExistProfile: [{ profileId: person, share: '1/1' }],
      ownedSince: '2026-01-10',
    }),
    mo('POST /api/garages/:id/restore/', (_card, { version }: Card) => ({ version }), {
      at: garage,
      before: [read, archived],
    }),
    mo('DELETE /api/garages/:id/pib/', undefined, { at: garage, before: [paper] }),
    mo('POST /api/garages/:id/pib/open/', undefined, { at: garage, before: [paper] }),
    mo('GET /api/stored_file/:id', undefined, {
      at: (_paper, { url }: { url: string }) => /stored_file\/(\d+)/.exec(url)![1]!,
      query: (_paper, { url }: { url: string }) => url.split('?')[1]!,
      before: [paper, mo('POST /api/garages/:id/pib/open/', undefined, { at: garage })],
    }),
    ...returned('garage', garage, read, edited),
    mo(
      'POST /api/garages/:id/shares/',
      (_card, { owners }: GarageCard) => ({
        date: '2026-11-20',
        shares: { [owners[0]!.id]: '1/3', [owners[1]!.id]: '2/3' },
        reason: 'Доли записаны наоборот: акт комиссии от 19.11.2026',
        check: true,
      }),
      {
        at: garage,
        before: [
          read,
          mo(
            'POST /api/garages/:id/owners/',
            ({ owners }: GarageCard) => ({
              profileId: person,
              date: '2026-11-19',
              share: '1/2',
              shares: { [owners[0]!.id]: '1/2' },
              check: true,
              reason: 'Раздел имущества',
            }),
            { at: garage },
          ),
        ],
      },
    ),
  ];
}

interface Person extends Card {
  consents: { id: number; kind: string }[];
}
const written = ({
  registrationAddress: _hidden,
  actualAddress: _too,
  email: _mail,
  ...card
}: Record<string, unknown>) => ({
  ...card,
  lastName: 'Соколова',
  nameDative: 'Соколовой Марии Петровне',
  phoneNumberList: ['+79001112233', '+79001112234'],
  privilege: { value: 1 },
  privilegeCertificateNumber: '12345',
  privilegeCertificateDate: '2026-01-15',
});

function people(person: number, child: number): Asked[] {
  const read = mo('GET /api/profiles/:id', undefined, { at: person });
  const edited = mo('PUT /api/profiles/:id', written, { at: person });
  const consent = mo(
    'POST /api/profiles/:id/consents/',
    { kind: 'ads', signedAt: '2026-11-01', docNo: '7', source: 'meeting' },
    { at: person },
  );
  const consentOf = ({ consents }: Person) => ({
    id: person,
    consentId: consents.find(({ kind }) => kind === 'ads')!.id,
  });
  const scan = mo('POST /api/profiles/:id/consents/:consentId/scan/', {}, { at: consentOf, file: 'pdf' });
  return [
    mo('PUT /api/profiles/:id', written, { at: person, before: [read] }),
    ...returned('profile', person, read, edited),
    mo('DELETE /api/profiles/:id/consents/:consentId', undefined, { at: consentOf, before: [consent] }),
    mo('POST /api/profiles/:id/consents/:consentId/scan/open/', undefined, { at: consentOf, before: [consent, scan] }),
    mo('POST /api/profile_consents/', {
      kind: 'sms_info',
      signedAt: '2026-11-01',
      docNo: '7',
      source: 'meeting',
      filter: {},
      all: false,
      included: [person, child, 1, 2, 3, 4, 5],
      expected: 7,
    }),
    mo(
      'POST /api/profiles/:id/refusals/lift/',
      { kind: 'debt', channel: 'sms', ground: 'application', saidOn: '2026-11-20', docNo: '3' },
      { at: 6 },
    ),
    mo(
      'PUT /api/profiles/:id/representative/',
      { fullName: 'Лесная Ольга Павловна', phone: '+79005556677', consents: ['sms_info'], signedAt: '2026-11-01' },
      { at: child },
    ),
    mo('PUT /api/profiles/:id/representative/', { profileId: person }, { at: child }),
  ];
}

function cases(id: number, ofRepresentative: { id: number; representativeId: number }): Asked[] {
  const read = mo('GET /api/reregistrations/:id', undefined, { at: id });
  const at = ({ papers }: { papers: { kind: string }[] }) => ({ id, kind: papers[0]!.kind });
  const attached = mo('POST /api/reregistrations/:id/papers/:kind/file/', {}, { at, file: 'pdf' });
  return [
    po(
      'PUT /api/reregistrations/:id/papers/:kind',
      { received: true, number: '78 АВ 1', date: '2026-11-01' },
      { at, before: [read] },
    ),
    { ...attached, before: [read] },
    mo('POST /api/reregistrations/:id/papers/:kind/open/', undefined, { at, before: [read, attached] }),
    mo('DELETE /api/reregistrations/:id/representatives/:representativeId', undefined, { at: ofRepresentative }),
  ];
}

export async function registryOf(engine: Engine): Promise<Asked[]> {
  const first = async (text: string) => (await engine.query(text)).rows[0] as unknown as { id: number };
  const garage = await first(
    `select g.id from garage g where g.po_id = 1 and g.is_active and g.note is null
      and (select count(*) from ownership o where o.garage_id = g.id and o.ended_on is null) = 1
      and not exists (select from reregistration r where r.garage_id = g.id) order by g.id limit 1`,
  );
  const person = await first(
    `select id from profile p where po_id = 1 and birthday < '1990-01-01' and estate_of is null and restricted_at is null and representative_id is null
      and not exists (select from ownership o where o.profile_id = p.id and o.garage_id = ${garage.id}) order by id offset 8 limit 1`,
  );
  const child = await first(`select id from profile where po_id = 1 and birthday > '2010-01-01' order by id limit 1`);
  const open = await first(`select id from reregistration where po_id = 1 and status = 2 order by id limit 1`);
  const represented = await first(
    `select reregistration_id as id, id as "representativeId" from reregistration_representative order by id limit 1`,
  );
  return [...garages(garage.id, person.id), ...people(person.id, child.id), ...cases(open.id, represented as never)];
}
