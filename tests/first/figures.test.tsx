// What the first script asks the charts' figures with is what their page would ask: one answer serves both.
import { beforeEach, describe, expect, it } from 'vitest';
import { statistics } from '../../contract/statistics.ts';
import { takeFirstFigures, type FirstFigures, type FirstPage } from '../../providers/firstPage.ts';
import { call, http } from '../../providers/http.ts';
import { storeToken } from '../../providers/session.ts';
import { chartsAt, figuresAsk, figuresUrl, type StatView } from '../../resources/statistics/statView.ts';

const at = (view: unknown, pathname = '/statistics/balance_operation') => ({
  pathname,
  search: `?${new URLSearchParams({ filter: typeof view === 'string' ? view : JSON.stringify(view) }).toString()}`,
});

describe('an address of charts', () => {
  it.each([
    ['a table', at({ from: '2026-01-01' })],
    ['another page', at({ mode: 'graph' }, '/garages')],
    ['the log without a tab', at({ mode: 'graph' }, '/statistics')],
    ['a broken filter', at('{"mode":"graph"')],
    ['a filter that is none', at('null')],
    ['no conditions', { pathname: '/statistics/user', search: '' }],
  ])('is not %s', (_what, place) => expect(chartsAt(place)).toBeNull());

  it.each<[StatView]>([
    [{ mode: 'graph' }],
    [{ mode: 'graph', from: '2026-01-01', to: '2026-11-28', mo: [4, 7], q: 'ё & я=+ %', against: 'before' }],
    [{ mode: 'graph', rows: 'pivot', side: 'paid', type: 3, method: 0, who: 'owing', noPo: true }],
  ])('is asked for as its page would ask: %j', async (view) => {
    const charts = chartsAt(at(view))!;
    expect(charts).toEqual({ tab: 'balance_operation', view });
    const before = http.defaults.adapter;
    let asked = '';
    http.defaults.adapter = (config) => {
      asked = http.getUri(config);
      return Promise.reject(new Error('seen'));
    };
    await call(statistics, { params: { tab: 'balance_operation' }, query: figuresAsk(view), quiet: true }).catch(
      () => {},
    );
    http.defaults.adapter = before!;
    const [ours, theirs] = [figuresUrl(charts.tab, view), asked].map((url) => new URL(url, 'http://localhost'));
    expect(ours!.pathname).toBe(theirs!.pathname);
    expect([...ours!.searchParams]).toEqual([...theirs!.searchParams]);
  });
});

describe('figures that were asked for', () => {
  const url = figuresUrl('user', { mode: 'graph' });
  const came = { count: { now: 3 } };
  beforeEach(() => localStorage.clear());
  const left = (more: Partial<FirstFigures> = {}) => {
    storeToken('one');
    const figures = { url, token: 'one', at: Date.now(), answer: Promise.resolve(came), ...more };
    window.firstPage = { checked: Promise.resolve(), rows: null, figures } as unknown as FirstPage;
  };

  it('are taken once, under these very conditions', async () => {
    left();
    expect(await takeFirstFigures(figuresUrl('user', { mode: 'graph', q: 'x' }))).toBeNull();
    expect(await takeFirstFigures(url)).toBe(came);
    expect(await takeFirstFigures(url)).toBeNull();
  });

  it('are nobody else’s, whoever signs in before they come, and are not old', async () => {
    left();
    storeToken('two');
    expect(await takeFirstFigures(url)).toBeNull();
    const way = Promise.withResolvers<typeof came>();
    left({ answer: way.promise });
    const taken = takeFirstFigures(url);
    storeToken('two');
    way.resolve(came);
    expect(await taken).toBeNull();
    left({ at: Date.now() - 16_000 });
    expect(await takeFirstFigures(url)).toBeNull();
  });
});
