// A server for the wizard's tests: six garages, one archived, one with a privilege; it counts as the real one does.
import { HttpError } from '../../providers/http.ts';

interface Reading {
  garage: number;
  previous?: number | null;
  current?: number | null;
  quantity?: number | null;
}
const usedOf = ({ previous, current, quantity }: Reading) =>
  current === null || current === undefined ? quantity! : current - previous!;

interface Terms {
  isAllGaragSelected: boolean;
  selectedGarageFilters: object;
  includedGarages: number[];
  excludedGarages: number[];
  accrualType: { value: number };
  contributionAmount: number;
  contributionDate: string;
  repeated: 'skip' | 'add';
  readings: Reading[];
  tab?: string;
  q?: string;
}
interface Posting extends Terms {
  idempotencyKey: string;
  expected: { garages: number; amount_kopecks: number };
}

const type = (id: number, name: string, unit: string) => ({
  id,
  name,
  unit,
  period: 'year',
  privilege_applies: true,
  penalty_applies: true,
  is_service: false,
  sort: id,
  is_active: true,
  version: 1,
});

export class FakeAccruals {
  types = [
    type(1, 'Членский годовой взнос', 'garage'),
    type(6, 'Электроэнергия', 'kwh'),
    { ...type(7, 'Охрана', 'garage'), period: 'month' },
    type(11, 'Пени', 'garage'),
    { ...type(3, 'Целевой', 'garage'), is_active: false },
  ];
  closedUntil: string | null = null;
  archived = new Set([6]);
  charged = new Set<number>();
  background = false;
  failNext: Error | null = null;
  asked: Terms[] = [];
  posts: Posting[] = [];
  jobs: Record<string, unknown>[] = [];

  rows(ids?: number[]) {
    return [1, 2, 3, 4, 5]
      .filter((id) => !this.archived.has(id) && (!ids || ids.includes(id)))
      .map((id) => ({
        id,
        section: 'А',
        number: String(id),
        is_active: true,
        po: { id: 1, name: 'КАС № 1' },
        owners: [],
      }));
  }

  /** What meters showed the last time, by garage. */
  known: Record<number, number> = {};
  /** What the corrected document was charged by. */
  entered: Reading[] = [];
  readingRows() {
    const rows = this.rows().map(({ id }) => ({
      garage: { id, section: 'А', number: String(id), po_name: 'КАС № 1', is_active: true },
      owner: `Владелец ${id}`,
      previous: this.known[id] ?? null,
      previous_on: this.known[id] === undefined ? null : '2026-10-15',
      entered: this.entered.find((one) => one.garage === id) ?? null,
    }));
    return { rows, total: rows.length };
  }

  /** What happens to each garage under the terms. */
  private plan(terms: Terms) {
    const chosen = terms.isAllGaragSelected ? [1, 2, 3, 4, 5, 6] : terms.includedGarages;
    return chosen.map((id) => {
      const reading = terms.readings.find((one) => one.garage === id);
      const quantity = terms.accrualType.value === 6 ? (reading ? usedOf(reading) : null) : 1;
      const base = Math.round(terms.contributionAmount * (quantity ?? 0));
      const isPrivileged = id === 1 && terms.accrualType.value === 1;
      const skipped = terms.excludedGarages.includes(id)
        ? 'excluded'
        : this.archived.has(id)
          ? 'archived'
          : this.charged.has(id) && terms.repeated === 'skip'
            ? 'charged'
            : quantity === null
              ? 'no_reading'
              : null;
      return {
        garage: { id, section: 'А', number: String(id), po_name: 'КАС № 1', is_active: !this.archived.has(id) },
        owner: `Владелец ${id}`,
        privilege: isPrivileged ? { name: 'Ветеран труда', percent: 50, amount_kopecks: null, expired_on: null } : null,
        quantity: terms.accrualType.value === 6 ? quantity : null,
        base_kopecks: base,
        sum_kopecks: isPrivileged ? base / 2 : base,
        skipped,
        attention: !skipped && this.charged.has(id) ? 'уже начислено за этот год' : null,
      };
    });
  }

  preview(terms: Terms) {
    this.asked.push(terms);
    if (this.closedUntil && terms.contributionDate <= this.closedUntil) {
      const text = `Период закрыт до ${this.closedUntil.split('-').reverse().join('.')}`;
      throw new HttpError(422, { message: text, errors: { contributionDate: text } });
    }
    if (!terms.isAllGaragSelected && !terms.includedGarages.length)
      throw new HttpError(422, { message: 'нет', errors: { includedGarages: 'Выберите хотя бы один гараж' } });
    const plan = this.plan(terms);
    const charge = plan.filter((row) => !row.skipped);
    const sum = (rows: typeof plan) => rows.reduce((total, row) => total + row.sum_kopecks, 0);
    const reasons = [...new Set(plan.flatMap((row) => row.skipped ?? []))].sort();
    const groups = [false, true].map((privilege) => {
      const rows = charge.filter((row) => (row.privilege !== null) === privilege);
      return { lines: rows.length, each_kopecks: rows[0]?.sum_kopecks ?? 0, sum_kopecks: sum(rows), privilege };
    });
    const tabs = {
      charge,
      privilege: charge.filter((row) => row.privilege),
      attention: plan.filter((row) => row.attention),
      skipped: plan.filter((row) => row.skipped),
    };
    const shown = tabs[(terms.tab ?? 'charge') as keyof typeof tabs];
    return {
      unit: terms.accrualType.value === 6 ? 'kwh' : 'garage',
      found: plan.length,
      skipped: reasons.map((reason) => ({ reason, garages: plan.filter((row) => row.skipped === reason).length })),
      payers: 'mark',
      charged_before: plan.filter((row) => this.charged.has(row.garage.id)).length,
      garages: charge.length,
      lines: charge.length,
      sum_kopecks: sum(charge),
      base_kopecks: charge.reduce((total, row) => total + row.base_kopecks, 0),
      quantity: terms.accrualType.value === 6 ? charge.reduce((total, row) => total + (row.quantity ?? 0), 0) : null,
      groups: groups.filter((group) => group.lines > 0),
      others: { lines: 0, sum_kopecks: 0 },
      pos: [
        {
          po: { id: 1, name: 'КАС № 1' },
          garages: charge.length,
          privileged: 1,
          sum_kopecks: sum(charge),
          debt_after_kopecks: sum(charge),
        },
      ],
      debt_after_kopecks: sum(charge),
      tabs: Object.fromEntries(Object.entries(tabs).map(([name, rows]) => [name, rows.length])),
      rows: shown,
      relaid: 0,
      rows_total: shown.length,
    };
  }

  post(posting: Posting) {
    this.posts.push(posting);
    const failure = this.failNext;
    this.failNext = null;
    if (failure) throw failure;
    const now = this.plan(posting).filter((row) => !row.skipped);
    if (now.length !== posting.expected.garages) {
      const message = `Пока вы смотрели, список изменился: было гаражей ${posting.expected.garages}, стало ${now.length}. Проверьте ещё раз`;
      throw new HttpError(409, { message, code: 'selection_changed', errors: { form: message } });
    }
    if (this.background)
      this.jobs = [
        {
          id: 5,
          kind: 'accrual',
          status: 'running',
          stage: 'Начисление',
          done: 0,
          total: now.length,
          failure: null,
          link: null,
        },
      ];
    return {
      contribution: this.background ? null : 77,
      job: this.background ? 5 : null,
      ...posting.expected,
      isRepeat: false,
    };
  }

  finishJob(change: object) {
    this.jobs = this.jobs.map((job) => ({ ...job, ...change }));
  }
}
