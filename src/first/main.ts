// Starts before the console and is a fiftieth of it: asks for the rows of the list at once, shows them when they come, asks for the
// figures of charts, and starts the console. It is built apart from it (tools/firstScript.ts).
import { pages } from '../../contract/pages.ts';
import { computeFingerprint } from '../../providers/deviceSigns.ts';
import type { FirstPage, FirstRows } from '../../providers/firstPage.ts';
import { listAnswer, listQuery, type ListAnswer, type ListAsk } from '../../providers/listCall.ts';
import { checkStoredToken } from '../../providers/refresh.ts';
import { currentActor, currentToken } from '../../providers/session.ts';
import { firstList } from '../../resources/garages/firstList.ts';
import { chartsAt, figuresUrl } from '../../resources/statistics/statView.ts';
import { applyStoredTheme } from '../theme/storedTheme.ts';
import { firstAsk, storedParams } from './ask.ts';
import { paint } from './paint.tsx';

/** The console waits so long for the rows, ms: reading its scripts holds the processor, and nothing is painted meanwhile. */
const PATIENCE_MS = 400;
/** After so long without an answer the console asks by itself, ms. */
const TIMEOUT_MS = 15_000;

const console = (document.currentScript as HTMLScriptElement | null)?.dataset.console;

/** Looks at the session and asks for the rows; answers when they are shown, or when there is nothing to show. */
async function begin(): Promise<void> {
  applyStoredTheme();
  const fingerprint = computeFingerprint();
  const first: FirstPage = { fingerprint, checked: Promise.resolve(), rows: null };
  window.firstPage = first;
  first.checked = checkStoredToken();
  await first.checked;
  if (!currentActor()) return;
  const [token, at, { hash }] = [currentToken()!, Date.now(), await fingerprint];
  const charts = chartsAt(location);
  if (charts) {
    const url = figuresUrl(charts.tab, charts.view);
    const answer = fetched(url, token, hash).then((reply) => reply.json() as unknown);
    first.figures = { url, token, at, answer: answer.catch(() => null) };
  }
  const ask = isList() ? firstAsk(location.search, storedParams()) : null;
  if (!ask) return;
  const answer = asked(ask, token, hash).catch(() => null);
  const rows: FirstRows = { resource: firstList.resource, ask, token, at, answer };
  first.rows = rows;
  const came = await rows.answer;
  if (!came) return;
  rows.came = came;
  await styled();
  show(first, rows.token, came);
}

/** Shows the rows, unless the console is at it already or somebody else has signed in meanwhile. */
function show(first: FirstPage, token: string, came: ListAnswer) {
  const root = document.getElementById('root');
  const actor = currentActor();
  if (!root || !actor || !first.rows || first.consoleDraws || token !== currentToken() || !isList()) return;
  paint(root, first.rows.ask, came, actor);
}

/** When the page has its styles. */
async function styled() {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const waiting = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.sheet);
  await Promise.all(
    waiting.map((link) => new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))),
  );
}

const isList = () => location.pathname === pages.garages;

/** The rows of one page. @throws when they did not come */
async function asked(ask: ListAsk, token: string, hash: string): Promise<ListAnswer> {
  const url = `/api/${firstList.resource}/?${new URLSearchParams(listQuery(ask)).toString()}`;
  const answer = await fetched(url, token, hash);
  return listAnswer(await answer.json(), (name) => answer.headers.get(name));
}

/** @throws when it is refused or does not come */
async function fetched(url: string, token: string, hash: string): Promise<Response> {
  const answer = await fetch(url, {
    headers: { Authorization: `Bearer ${token}`, 'X-Fingerprint': hash, Accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

function startConsole() {
  if (!console) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = console;
  document.head.append(script);
}

const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
void Promise.race([begin().catch(() => {}), patience]).then(startConsole);
