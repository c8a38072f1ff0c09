// News and instructions of the demo world.
import { plainText, richFromPlain } from '../../contract/kernel/richTextFold.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { insertInstructions } from '../tutorials/installing.ts';
import { insertRows } from './rows.ts';
import type { DemoPlaces } from './seedPlaces.ts';

const HOUR_MS = 3_600_000;
const news = [
  ['Собрание уполномоченных: что подготовить председателю', 'mo', 30, false, true],
  ['Подача показаний счётчиков до конца месяца', 'region', 54, false, false],
  ['Как считать льготу ветерана труда', 'region', 240, true, false],
] as const;

/** Three news of two levels; an instruction for each main page. */
export async function seedNews(ctx: Ctx, { tx }: Write, places: DemoPlaces, users: Record<string, number>, now: Date) {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const rich = (text: string) => ({ body: richFromPlain(text), plain: plainText(richFromPlain(text)) });
  const ids = await insertRows(
    tx,
    'news',
    news.map(([title, level, hours, is_pinned, asks_ack]) => ({
      title,
      ...rich(`${title}. Подробности сообщит ваше отделение, вопросы — в чат поддержки.`),
      author_id: level === 'mo' ? users.mo_head : users.region_staff,
      region_id: level === 'region' ? places.region : null,
      mo_id: level === 'mo' ? places.mos[0] : null,
      is_pinned,
      asks_ack,
      roles: [],
      for_all: false,
      published_at: ago(hours),
      version: 1,
      created_at: ago(hours),
      updated_at: ago(hours),
    })),
  );
  await insertRows(
    tx,
    'news_place',
    news.map(([, level], at) => ({
      news_id: ids[at],
      region_id: level === 'region' ? places.region : null,
      mo_id: level === 'mo' ? places.mos[0] : null,
      po_id: null,
    })),
    null,
  );
  await insertInstructions(tx, ctx, ago(48));
}
