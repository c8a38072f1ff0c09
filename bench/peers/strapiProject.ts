// The Strapi project of the comparison: content types with the columns and relations of our list, settings without anything that would slow it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const string = { type: 'string' };
const boolean = { type: 'boolean' };
const date = { type: 'date' };
const integer = { type: 'integer' };
const biginteger = { type: 'biginteger' };

const idOf = (type: string) => `api::${type}.${type}`;
const relation = (kind: string, type: string, other: Record<string, string>) => ({
  type: 'relation',
  relation: kind,
  target: idOf(type),
  ...other,
});

/** Content types by name, each with the plural its address and table are made of. Relations are two-way, as its own editor makes them. */
const TYPES: Record<string, { plural: string; attributes: Record<string, unknown>; indexes?: unknown[] }> = {
  mo: {
    plural: 'mos',
    attributes: {
      name: string,
      sort_key: string,
      sort_pinned: boolean,
      garages: relation('oneToMany', 'garage', { mappedBy: 'mo' }),
    },
  },
  po: {
    plural: 'pos',
    attributes: {
      name: string,
      sort_key: string,
      sort_pinned: boolean,
      garages: relation('oneToMany', 'garage', { mappedBy: 'po' }),
    },
  },
  'garage-type': {
    plural: 'garage-types',
    attributes: { name: string, garages: relation('oneToMany', 'garage', { mappedBy: 'type' }) },
  },
  profile: {
    plural: 'profiles',
    attributes: { full_name: string, ownerships: relation('oneToMany', 'ownership', { mappedBy: 'profile' }) },
  },
  ownership: {
    plural: 'ownerships',
    attributes: {
      ended_on: date,
      garage: relation('manyToOne', 'garage', { inversedBy: 'owners' }),
      profile: relation('manyToOne', 'profile', { inversedBy: 'ownerships' }),
    },
  },
  'garage-balance': {
    plural: 'garage-balances',
    attributes: {
      balance_kopecks: biginteger,
      last_payment_on: date,
      garage: relation('oneToOne', 'garage', { inversedBy: 'balance' }),
    },
  },
  garage: {
    plural: 'garages',
    attributes: {
      region_id: integer,
      section: string,
      number: string,
      section_key: string,
      number_key: string,
      account_no: string,
      is_active: boolean,
      date_of_construction: date,
      pib_number: string,
      po: relation('manyToOne', 'po', { inversedBy: 'garages' }),
      mo: relation('manyToOne', 'mo', { inversedBy: 'garages' }),
      type: relation('manyToOne', 'garage-type', { inversedBy: 'garages' }),
      owners: relation('oneToMany', 'ownership', { mappedBy: 'garage' }),
      balance: relation('oneToOne', 'garage-balance', { mappedBy: 'garage' }),
    },
    // It makes none for the columns of a filter; our table has one by the region too, and none by the day of construction.
    indexes: [{ name: 'garages_region', columns: ['region_id'] }],
  },
};

/** The only call: the list, open to anyone by a strategy of its own. A token or the public role would be read from the database each time. */
const ROUTES = `const { factories } = require('@strapi/strapi');
const anyone = { name: 'anyone', authenticate: () => ({ authenticated: true }) };
module.exports = factories.createCoreRouter('${idOf('garage')}', {
  only: ['find'],
  config: { find: { auth: { strategies: [anyone] } } },
});
`;
const made = (factory: string) =>
  `module.exports = require('@strapi/strapi').factories.${factory}('${idOf('garage')}');\n`;

/** Those it refuses to start without: no session, no log of calls, no compression. */
const MIDDLEWARES = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'].map(
  (name) => `strapi::${name}`,
);

export interface ProjectSettings {
  databaseUrl: string;
  poolSize: number;
  port: number;
}

/** Writes the project into its folder, beside the packages. */
export function writeProject(folder: string, settings: ProjectSettings) {
  const files = { ...typeFiles(), ...settingFiles(settings) };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  mkdirSync(join(folder, 'public', 'uploads'), { recursive: true });
}

function typeFiles(): Record<string, unknown> {
  const schemas = Object.entries(TYPES).map(([name, { plural, attributes, indexes }]) => [
    `src/api/${name}/content-types/${name}/schema.json`,
    {
      kind: 'collectionType',
      collectionName: plural.replaceAll('-', '_'),
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
      indexes,
    },
  ]);
  return {
    ...(Object.fromEntries(schemas) as Record<string, unknown>),
    'src/api/garage/routes/garage.js': ROUTES,
    'src/api/garage/controllers/garage.js': made('createCoreController'),
    'src/api/garage/services/garage.js': made('createCoreService'),
  };
}

function settingFiles({ databaseUrl, poolSize, port }: ProjectSettings): Record<string, unknown> {
  const secret = 'ab'.repeat(32);
  return {
    'config/server.json': {
      host: '127.0.0.1',
      port,
      app: { keys: [secret] },
      logger: { updates: { enabled: false }, startup: { enabled: false }, config: { level: 'error' } },
    },
    'config/admin.json': {
      serveAdminPanel: false,
      auth: { secret },
      apiToken: { salt: secret },
      transfer: { token: { salt: secret } },
      secrets: { encryptionKey: secret.slice(0, 32) },
    },
    'config/database.json': {
      connection: {
        client: 'postgres',
        connection: { connectionString: databaseUrl },
        pool: { min: 0, max: poolSize },
      },
    },
    'config/api.json': { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
    'config/middlewares.json': MIDDLEWARES,
  };
}
