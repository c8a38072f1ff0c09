// react-admin's data: ra-data-simple-rest over our own client, plus named methods for what is not CRUD.
import simpleRest from 'ra-data-simple-rest';
import type { DataProvider, GetListParams } from 'react-admin';
import { endless } from '../contract/kernel/endless.ts';
import { takeFirstAnswer } from './firstPage.ts';
import { keysetMemory } from './keyset.ts';
import { listAnswer, listQuery } from './listCall.ts';
import { call, download, http, saveFile, upload } from './http.ts';
import { currentToken, workOf } from './session.ts';

/** `quiet` in the meta of a query keeps a refusal with the caller. */
const restClient: NonNullable<Parameters<typeof simpleRest>[1]> = async (url: string, options = {}) => {
  const response = await http({
    url,
    method: options.method ?? 'GET',
    ...(options.body ? { data: options.body, headers: { 'Content-Type': 'application/json' } } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    // A form shows its own refusals.
    quiet: options.method === 'PUT' || options.method === 'POST',
  });
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  return { status: response.status, headers, body: '', json: response.data };
};

const rest = simpleRest('/api', restClient);

const byKey = new Set<string>(Object.values(endless));
const walks = keysetMemory();

const base = {
  ...rest,
  /** Answers also `meta.totals`: sums over everything the filter keeps. */
  async getList(resource: string, params: GetListParams) {
    const { page = 1, perPage = 25 } = params.pagination ?? {};
    const { field = 'id', order = 'ASC' } = params.sort ?? {};
    const asked = { pagination: { page, perPage }, sort: { field, order }, filter: params.filter ?? {} };
    const early = await takeFirstAnswer(resource, asked);
    if (early) return early;
    const first = (page - 1) * perPage;
    // An endless list is walked by key where its pages follow one another.
    const walked = byKey.has(resource);
    const work = workOf(currentToken());
    const ask = { key: JSON.stringify([work, resource, params.filter, field, order, perPage]), first, perPage };
    const known = walked ? walks.find(ask) : null;
    const response = await http({
      url: `/api/${resource}/`,
      params: listQuery(asked, known ? 0 : first, known?.after),
      ...(params.signal ? { signal: params.signal } : {}),
    });
    const { data, total: counted, meta } = listAnswer(response.data, (name) => response.headers[name]);
    const total = known?.total ?? counted;
    if (walked)
      walks.keep(
        ask,
        data.map((row) => row.id),
        total,
      );
    return { data, total, meta };
  },
  updateMany: () => Promise.reject(new Error('Массовое изменение идёт своим вызовом')),
  deleteMany: () => Promise.reject(new Error('Массовое удаление идёт своим вызовом')),
  supportAbortSignal: true,
};

export const dataProvider = { ...(base as unknown as DataProvider), call, upload, download, saveFile };
