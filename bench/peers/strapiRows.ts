// Data set M in the layout of Strapi: rows keep their numbers, each gets a document of its own, relations go to link tables with their orders.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Columns of a table of content, with what they are read from; every row has the number, the document and the times beside. */
const CONTENT: { table: string; source: string; columns: string[]; id?: string }[] = [
  { table: 'mos', source: 'mo', columns: ['name', 'sort_key', 'sort_pinned'] },
  { table: 'pos', source: 'po', columns: ['name', 'sort_key', 'sort_pinned'] },
  { table: 'garage_types', source: 'garage_type', columns: ['name'] },
  { table: 'profiles', source: 'profile', columns: ['full_name'] },
  {
    table: 'garages',
    source: 'garage',
    columns: [
      'region_id',
      'section',
      'number',
      'section_key',
      'number_key',
      'account_no',
      'is_active',
      'date_of_construction',
      'pib_number',
    ],
  },
  { table: 'ownerships', source: 'ownership', columns: ['ended_on'] },
  {
    table: 'garage_balances',
    source: 'garage_balance',
    columns: ['balance_kopecks', 'last_payment_on'],
    id: 'garage_id',
  },
];

/** Link tables: who holds the relation, whom it names, and the order among those that name the same one. */
const LINKS: { table: string; source: string; columns: string; values: string }[] = [
  ...['po', 'mo'].map((one) => ({
    table: `garages_${one}_lnk`,
    source: 'garage',
    columns: `garage_id, ${one}_id, garage_ord`,
    values: `id, ${one}_id, ${placeAmong(`${one}_id`)}`,
  })),
  {
    table: 'garages_type_lnk',
    source: 'garage',
    columns: 'garage_id, garage_type_id, garage_ord',
    values: `id, type_id, ${placeAmong('type_id')}`,
  },
  ...['garage', 'profile'].map((one) => ({
    table: `ownerships_${one}_lnk`,
    source: 'ownership',
    columns: `ownership_id, ${one}_id, ownership_ord`,
    values: `id, ${one}_id, ${placeAmong(`${one}_id`)}`,
  })),
  {
    table: 'garage_balances_garage_lnk',
    source: 'garage_balance',
    columns: 'garage_balance_id, garage_id',
    values: 'garage_id, garage_id',
  },
];

function placeAmong(column: string): string {
  return `row_number() over (partition by ${column} order by id)`;
}

/**
 * Copies the rows from the database of the register into the tables that Strapi has made, all of them or none; tables that hold
 * rows are left as they are. After a change of the content types its database has to be dropped.
 */
export async function copyRows(fromUrl: string, toUrl: string) {
  const source = new pg.Client({ connectionString: fromUrl });
  const target = new pg.Client({ connectionString: toUrl });
  await Promise.all([source.connect(), target.connect()]);
  try {
    if ((await target.query('select 1 from garages limit 1')).rowCount) return;
    console.log('Переношу набор M в таблицы Strapi: минута…');
    await target.query('begin');
    for (const { table, source: from, columns, id = 'id' } of CONTENT) {
      const document = `substr(md5('${table}' || ${id}), 1, 24)`;
      await copyTable(
        {
          client: source,
          query: `select ${[id, document, 'now(), now(), now()', ...columns].join(', ')} from ${from}`,
        },
        {
          client: target,
          into: `${table} (id, document_id, created_at, updated_at, published_at, ${columns.join(', ')})`,
        },
      );
    }
    for (const { table, source: from, columns, values } of LINKS)
      await copyTable(
        { client: source, query: `select ${values} from ${from}` },
        { client: target, into: `${table} (${columns})` },
      );
    await target.query('commit');
    await target.query('vacuum analyze');
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function copyTable(from: { client: pg.Client; query: string }, to: { client: pg.Client; into: string }) {
  await pipeline(
    from.client.query(copyTo(`copy (${from.query}) to stdout`)),
    to.client.query(copyFrom(`copy ${to.into} from stdin`)),
  );
}
