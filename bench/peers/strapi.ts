// Strapi on a copy of data set M in its own layout: it reads relations from link tables and rows by documents, so our tables can't be shown to it.
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../tests/kit/processes.ts';
import { installed, served, type Order, type Peer } from './peer.ts';
import { writeProject } from './strapiProject.ts';
import { copyRows } from './strapiRows.ts';

/** The newest all of whose packages the registry gives. */
const VERSION = '5.54.0';
const DATABASE = 'strapi_peer';
/** Only its library of media uses sharp. */
const STUB = 'module.exports = { cache() {}, concurrency() {} };\n';

/** Each relation is named once: a list of keys would join it anew for every one of them. */
const SORTS: Record<Order, object> = {
  place: {
    mo: { sort_pinned: 'desc', sort_key: 'asc' },
    po: { sort_pinned: 'desc', sort_key: 'asc', id: 'asc' },
    section_key: 'asc',
    number_key: 'asc',
    id: 'asc',
  },
  built: { date_of_construction: 'asc', id: 'asc' },
};

/** Starts it on a database of its own with as many connections as we have and fills it. @throws when it does not answer within two minutes */
export async function startStrapi(databaseUrl: string, poolSize: number): Promise<Peer> {
  const folder = installed({
    name: 'strapi',
    dependencies: { '@strapi/strapi': VERSION, pg: '8.20.0' },
    stubs: { sharp: { version: '0.35.3', code: STUB } },
    // Its peers are what the admin panel is built with.
    flags: ['--legacy-peer-deps'],
  });
  const own = await ownDatabase(databaseUrl);
  const port = await freePort();
  writeProject(folder, { databaseUrl: own, poolSize, port });
  const base = `http://127.0.0.1:${port}/api/garages`;
  const running = await served({
    name: 'Strapi',
    folder,
    words: [join('node_modules', '@strapi', 'strapi', 'bin', 'strapi.js'), 'start'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
      STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
      STRAPI_HIDE_STARTUP_MESSAGE: 'true',
      NODE_NO_WARNINGS: '1',
    },
    ready: { url: base, headers: {} },
  });
  try {
    await copyRows(databaseUrl, own);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    name: 'Strapi',
    page: (region, order) => ({ url: `${base}?${pageQuery(region, SORTS[order])}`, headers: {} }),
    read,
    ...running,
  };
}

/** A database on the same server, made at the first run and kept. */
async function ownDatabase(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rows.length) await admin.query(`create database ${DATABASE}`);
  } finally {
    await admin.end();
  }
  return Object.assign(new URL(url), { pathname: `/${DATABASE}` }).href;
}

const pageQuery = (region: number, sort: object) =>
  new URLSearchParams(
    bracketed({
      fields: ['section', 'number', 'account_no', 'is_active', 'date_of_construction', 'pib_number'],
      populate: {
        po: { fields: ['name'] },
        mo: { fields: ['name'] },
        type: { fields: ['name'] },
        owners: {
          fields: ['id'],
          filters: { ended_on: { $null: true } },
          populate: { profile: { fields: ['full_name'] } },
        },
        balance: { fields: ['balance_kopecks', 'last_payment_on'] },
      },
      filters: { region_id: { $eq: region }, is_active: { $eq: true } },
      sort,
      pagination: { pageSize: 25, withCount: true },
    }),
  ).toString();

/** Words of a nested question as its addresses have them: `sort[0]=id`. */
function bracketed(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = path ? `${path}[${key}]` : key;
    return typeof inner === 'object' && inner ? bracketed(inner, name) : [[name, String(inner)] as [string, string]];
  });
}

function read(body: Buffer) {
  const { data, meta } = JSON.parse(body.toString()) as {
    data: { id: number; owners: { profile: { id: number } }[] }[];
    meta: { pagination: { total: number } };
  };
  const rows = data.map(({ id, owners }) => ({ id, owners: owners.map(({ profile }) => profile.id) }));
  return { rows, total: meta.pagination.total };
}
