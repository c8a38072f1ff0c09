// Export of a region's garages on M against COPY of the same columns.
import { exportList } from '../contract/worktable.ts';
import { pathOf } from '../contract/kernel/endpoint.ts';
import { compare, report, type Bench } from './kit.ts';

const ROUNDS = 3;

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
  };
  const copy = () =>
    deps.engine
      .copyOut(`select g.section || ' ' || g.number, po.name, t.name, (select string_agg(p.full_name, ', ') from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), g.account_no, g.date_of_construction, b.last_payment_on, b.balance_kopecks
      from garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id where g.region_id = ${region} and g.is_active order by mo.sort_key, po.sort_key, g.po_id, g.section_key, g.number_key`);
  const csv = await compare(ask('csv'), copy, ROUNDS);
  report('выгрузка CSV к COPY', csv.ratio, 1.5);
  const xlsx = await compare(ask('xlsx'), copy, ROUNDS);
  report('выгрузка XLSX к COPY', xlsx.ratio, 1.8);
}
