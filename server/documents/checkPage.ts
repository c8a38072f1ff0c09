// The public page of a paper, /d/{code}: number, kind, date, ПО and state, nothing personal. Works without scripts and cookies.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { formatDate } from '../../contract/kernel/words.ts';
import type { Deps } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';

/** Codes one address may ask in a minute: enough for a pile of papers, far too few to guess sixty bits. */
const ASKED_A_MINUTE = 30;

interface Found {
  number: string;
  on_date: string;
  type: string;
  po: string;
  state: 'printing' | 'valid' | 'cancelled' | 'replaced';
  ended_on: string | null;
  is_copy: boolean;
  instead_number: string | null;
  instead_date: string | null;
}

export function checkPage(app: FastifyInstance, deps: Deps): void {
  // The code of one sheet of several names the sheet, too, in capital letters as codes like them: it is the page of its paper.
  for (const url of ['/d/:code', '/d/:code/:sheet/:of', '/D/:code/:sheet/:of'])
    app.get<{ Params: { code: string } }>(
      url,
      { schema: { hide: true }, config: { rateLimit: { max: ASKED_A_MINUTE, timeWindow: '1 minute' } } },
      async (request, reply) => {
        const code = request.params.code.toUpperCase();
        const found = /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(code) ? await findPaper(deps, code) : undefined;
        return sendPage(reply, found ? 200 : 404, found ? paperPage(found, deps.clock.now()) : absentPage());
      },
    );
  // A file is told by its hash, which the browser counts: the paper itself never leaves the person's machine.
  app.get<{ Params: { hash: string } }>(
    '/d/file/:hash',
    { schema: { hide: true }, config: { rateLimit: { max: ASKED_A_MINUTE, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const hash = request.params.hash.toLowerCase();
      if (!/^[0-9a-f]{64}$/.test(hash)) return sendPage(reply, 404, foreignPage());
      const paper = await findFile(deps, hash);
      if (paper) return sendPage(reply, 200, paperPage(paper, deps.clock.now()));
      const pile = await findPile(deps, hash);
      return sendPage(reply, pile ? 200 : 404, pile ? pilePage(pile) : foreignPage());
    },
  );
}

/** The only script of the pages: allowed by its hash, it reads the chosen file and asks by a link. */
const script = `const say=(t)=>{document.querySelector('output').textContent=t};
async function check(file){if(!file)return;if(file.size>50e6)return say('Файл больше 50 МБ: это не наш документ');say('Считаем отпечаток файла…');
const hash=new Uint8Array(await crypto.subtle.digest('SHA-256',await file.arrayBuffer()));
location.href='/d/file/'+Array.from(hash,(b)=>b.toString(16).padStart(2,'0')).join('')}
const box=document.querySelector('.drop');
if(box&&window.crypto&&crypto.subtle){box.hidden=false;
box.querySelector('input').addEventListener('change',(e)=>check(e.target.files[0]));
addEventListener('dragover',(e)=>e.preventDefault());
addEventListener('drop',(e)=>{e.preventDefault();check(e.dataTransfer.files[0])})}`;
const scriptHash = createHash('sha256').update(script).digest('base64');

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; frame-ancestors 'none'`,
    })
    .type('text/html; charset=utf-8')
    .send(html);

const findPaper = (deps: Deps, code: string) => found(deps, sql`d.check_code = ${code} and d.copy_of is null`);
/** The paper, or the copy, whose kept file has the hash. */
const findFile = (deps: Deps, hash: string) => found(deps, sql`d.sha256 = ${hash}`);

async function found(deps: Deps, which: ReturnType<typeof sql>): Promise<Found | undefined> {
  const [row] = await read(
    deps.db,
    sql<Found>`select d.number, d.on_date, t.name as type, po.name as po, d.state,
      (d.ended_at at time zone mo.time_zone)::date as ended_on, d.copy_of is not null as is_copy, n.number as instead_number, n.on_date as instead_date
    from document d join document_type t on t.id = d.type_id join po on po.id = d.po_id join mo on mo.id = d.mo_id
      left join document n on n.id = d.replaced_by
    where ${which} order by d.id limit 1`,
  );
  return row;
}

const states = {
  printing: ['Готовится', 'Номер занят, документ ещё не отпечатан', '#7a4b00', '#fdf1de', '…'],
  valid: ['Действителен', 'Такой документ выдан и не отменён', '#1c6b45', '#e4f2ea', '✓'],
  cancelled: ['Аннулирован', 'Документ не имеет силы', '#6d3c55', '#f5e9f0', '⊘'],
  replaced: ['Заменён', 'Документ не имеет силы: взамен выдан другой', '#1f4e8c', '#e6eef8', '⇄'],
} as const;

async function findPile(deps: Deps, hash: string): Promise<{ type: string; papers: number } | undefined> {
  const [row] = await read(
    deps.db,
    sql<{ type: string; papers: number }>`select t.name as type, b.papers from document_batch b
      join document_type t on t.id = b.type_id where b.sha256 = ${hash} limit 1`,
  );
  return row;
}

const pilePage = ({ type, papers }: { type: string; papers: number }) =>
  page(
    'Пачка документов',
    `<section style="background:#e6eef8;color:#1f4e8c"><i style="background:#1f4e8c">✓</i><h1>Пачка документов</h1><p>Файл выдан здесь и не изменён</p></section>
<main><dl><div><dt>Вид</dt><dd>${safe(type)}</dd></div><div><dt>В пачке</dt><dd>${papers}</dd></div></dl><p class="note" style="background:#fdf1de">Действует ли каждый документ, скажет QR на нём.</p>${drop}</main>`,
  );

/** A file of ours differs by nothing; one that was changed or made elsewhere is not found. */
const foreignPage = () =>
  page(
    'Файл не наш',
    `<section style="background:#fbe9e7;color:#a3271b"><i style="background:#a3271b">×</i><h1>Не найден</h1><p>Такого файла мы не выдавали</p></section>
<main><p class="note" style="background:#fdf1de">Файл изменён, пересохранён или сделан не здесь. Документ на бумаге проверяют по QR, а не по файлу: скан с файлом не совпадёт.</p>${drop}</main>`,
  );

function paperPage(paper: Found, now: Date): string {
  const [word, about, dark, light, sign] = states[paper.state];
  const isValid = paper.state === 'valid';
  const hasEnded = paper.state === 'cancelled' || paper.state === 'replaced';
  const rows = [
    ['Номер', `<b class="big">${hasEnded ? `<s>${safe(paper.number)}</s>` : safe(paper.number)}</b>`],
    ['Дата', `<b class="big">${formatDate(paper.on_date)}</b>`],
    ['Вид', safe(paper.type) + (paper.is_copy ? ', копия' : '')],
    ['Выдала', safe(paper.po)],
  ];
  const since = paper.ended_on ? ` с ${formatDate(paper.ended_on)}` : '';
  const instead = paper.instead_number
    ? `<p class="note" style="background:#e6eef8">Взамен выдан документ <b>№ ${safe(paper.instead_number)} от ${formatDate(paper.instead_date!)}</b>. Попросите его, код будет другой</p>`
    : '';
  const warning =
    '<p class="note" style="background:#fdf1de">Отличается хоть одно — бумага подделана, даже если код настоящий</p>';
  const unmade =
    '<p class="note" style="background:#fdf1de">Бумаги с таким номером ещё нет. Если она у вас в руках, спросите о ней в ПО</p>';
  const time = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Moscow' });
  return page(
    word,
    `<section style="background:${light};color:${dark}"><i style="background:${dark}">${sign}</i><h1>${word}</h1><p>${about}${since}</p></section>
<main><h2>${isValid ? 'Сверьте номер, дату и вид с бумагой в руках' : 'О каком документе речь'}</h2><dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>${isValid ? warning : hasEnded ? instead : unmade}${drop}</main>
<footer><b>Проверено ${time.format(now)} по Москве</b><br>ФИО, гараж и суммы здесь не показываем: они только на бумаге.</footer>`,
  );
}

const absentPage = () =>
  page(
    'Не найден',
    `<section style="background:#fbe9e7;color:#a3271b"><i style="background:#a3271b">×</i><h1>Не найден</h1><p>Такого документа нет</p></section>
<main><p class="note" style="background:#fdf1de">Проверьте, верно ли набран адрес. Если он взят из QR на бумаге, бумага может быть подделкой.</p>${drop}</main>`,
  );

const drop = `<div class="drop" hidden><p><b>Есть сам файл PDF?</b> Перетащите его сюда или выберите: проверим, что в нём не изменено ни знака. Файл никуда не отправляется.</p>
<input type="file" accept="application/pdf" aria-label="Файл документа"><output></output></div>`;
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const safe = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark]!);

const page = (title: string, body: string) => `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} — проверка документа</title><style>
body{margin:0 auto;max-width:480px;font:16px/1.4 system-ui,sans-serif;color:#16233a;background:#fff}
header{display:flex;justify-content:space-between;padding:18px 16px;background:#13233f;color:#fff}section{padding:28px 16px;text-align:center}
section i{display:block;width:84px;margin:0 auto 12px;border-radius:50%;font:normal 48px/84px system-ui;color:#fff}h1{margin:0;font-size:30px}
section p{margin:4px 0 0;color:#16233a}main{padding:16px}h2{margin:0 0 8px;font-size:15px;color:#4a5a75}dl{margin:0}
dl div{display:flex;gap:12px;padding:12px 0;border-bottom:1px solid #d8dfe9}dt{flex:0 0 74px;color:#4a5a75;font-size:14px}dd{margin:0;overflow-wrap:anywhere}
.big{font-size:22px}.note{margin:16px 0 0;padding:12px 16px;border-radius:8px}footer{padding:16px;border-top:1px solid #d8dfe9;font-size:14px}
.drop{margin:16px 0 0;padding:16px;border:1px dashed #8a99b3;border-radius:8px}.drop p{margin:0 0 8px}output{display:block;margin-top:8px;font-size:14px}
</style></head><body><header><b>Реестр гаражей</b><span>проверка документа</span></header>${body}<script>${script}</script></body></html>`;
