// Export of a region's garages on M against COPY of the same columns in the same order; a workbook against COPY and deflate.
import { deflateRawSync } from 'node:zlib';
import { exportList } from '../contract/exports.ts';
import { pathOf } from '../contract/kernel/endpoint.ts';
import { compare, mustEqual, report, type Bench } from './kit.ts';

const ROUNDS = 5;

export async function run({ app, deps, headers, region }: Bench) {
  const ask = (format: string) => async () => {
    const answer = await app.inject({
      method: 'POST',
      url: pathOf(exportList, { resource: 'garages' }),
      headers,
      payload: {
        format,
        columns: ['plate', 'po', 'type', 'owner', 'account', 'built', 'last_payment', 'debt'],
        sort: ['place', 'ASC'],
        filter: {},
      },
    });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer;
  };
  const copy = () =>
    deps.engine.copyOut(`
      select trim(g.section || ' ' || g.number), po.name, t.name,
        (select string_agg(p.full_name, ', ' order by o.is_primary desc, o.id) from ownership o join profile p on p.id = o.profile_id
          where o.garage_id = g.id and o.ended_on is null),
        g.account_no, to_char(g.date_of_construction, 'DD.MM.YYYY'), to_char(b.last_payment_on, 'DD.MM.YYYY'),
        replace((-coalesce(b.balance_kopecks, 0) / 100.0)::numeric(20, 2)::text, '.', ',')
      from garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id
        left join garage_balance b on b.garage_id = g.id
      where g.region_id = ${region} and g.is_active
      order by mo.sort_pinned desc, mo.sort_key, po.sort_pinned desc, po.sort_key, g.po_id, g.section_key, g.number_key, g.id`);
  const lines = (text: string, between: string) =>
    text
      .trim()
      .split(/\r?\n/)
      .map((line) =>
        line.split(between).map((field) => field.replace(/^"|"$/g, '').replaceAll('""', '"').replace('\\N', '')),
      );
  const ours = lines((await ask('csv')()).payload.replace('\ufeff', ''), ';').slice(1);
  const theirs = lines(Buffer.from(await copy()).toString('utf8'), '\t');
  mustEqual('строк', ours.length, theirs.length);
  const sorted = (rows: string[][]) => rows.map((row) => row.join('|')).sort();
  mustEqual('содержание', sorted(ours), sorted(theirs));
  const csv = await compare(ask('csv'), copy, ROUNDS);
  report(`выгрузка ${ours.length} гаражей, CSV к COPY`, csv.ratio, 1.5);
  const xlsx = await compare(ask('xlsx'), async () => deflateRawSync(await copy()), ROUNDS);
  report(`выгрузка ${ours.length} гаражей, XLSX к COPY и deflate`, xlsx.ratio, 1.8);
}
