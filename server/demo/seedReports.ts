// Reports by the clock of the demo world: who gets what.
import type { ReportSource } from '../../contract/reports.ts';
import { planDue } from '../jobs/due.ts';
import type { Write } from '../kernel/act.ts';
import type { Schedule } from '../../contract/kernel/rhythm.ts';
import { nextRun } from '../jobs/rhythm.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { momentName, REPORT_DUE } from '../reports/rules.ts';
import { insertRows } from './rows.ts';
import type { DemoPlaces } from './seedPlaces.ts';

interface DemoReport extends Schedule {
  name: string;
  owner: string;
  receivers: string[];
  level: 'mo' | 'po';
  format: 'xlsx' | 'pdf';
  conditions: string | null;
  source: ReportSource;
}

const reports: readonly DemoReport[] = [
  {
    name: 'Должники на неделю',
    owner: 'chairman',
    receivers: ['chairman', 'treasurer'],
    level: 'po',
    format: 'xlsx',
    every: 'week',
    onDay: 1,
    atHour: 8,
    conditions: 'Долг: есть',
    source: {
      of: 'list',
      resource: 'garages',
      columns: ['plate', 'owner', 'phone', 'years', 'debt'],
      sort: ['balance_kopecks', 'ASC'],
      filter: { garageDebt: 'debt' },
    },
  },
  {
    name: 'Взносы за месяц по ПО',
    owner: 'mo_head',
    receivers: ['mo_head', 'auditor', 'chairman'],
    level: 'mo',
    format: 'pdf',
    every: 'month',
    onDay: 1,
    atHour: 9,
    conditions: null,
    source: {
      of: 'statistics',
      tab: 'balance_operation',
      table: 'po',
      filter: {},
      against: 'year',
      period: 'last_month',
    },
  },
];

const TASK_DAYS_MS = 5 * 86_400_000;

/** Two reports: of a ПО every Monday, of an МО on the first of the month; a worklist that the МО gave to a chairman. */
export async function seedReports({ tx }: Write, places: DemoPlaces, users: Record<string, number>, now: Date) {
  const { region_id, mo_id, id: po_id } = places.pos[0]!;
  for (const { owner, receivers, level, every, onDay: on_day, atHour: at_hour, source, ...rest } of reports) {
    const next = nextRun({ every, onDay: on_day, atHour: at_hour }, now, 'Europe/Moscow');
    const { id } = await tx
      .insertInto('report')
      .values({
        ...rest,
        source: JSON.stringify(source),
        every,
        on_day,
        at_hour,
        region_id,
        mo_id,
        po_id: level === 'po' ? po_id : null,
        owner_id: users[owner]!,
        next_at: next.toISOString(),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = receivers.map((name) => ({ report_id: id, user_id: users[name]! }));
    await insertRows(tx, 'report_receiver', rows, null);
    await planDue(tx, { what: REPORT_DUE, object: momentName(id, next), at: next });
  }
  await tx
    .insertInto('task')
    .values({
      region_id,
      mo_id,
      list: 'no_owner',
      author_id: users.mo_head!,
      assignee_id: users.chairman!,
      due_on: dateIn(new Date(now.getTime() + TASK_DAYS_MS), HOME_ZONE),
      note: 'К собранию нужен полный список',
      created_at: now.toISOString(),
    })
    .execute();
}
