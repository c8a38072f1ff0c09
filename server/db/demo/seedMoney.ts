// Money, words and the log of the demo world.
import { randomUUID } from 'node:crypto';
import { linesOf, post, type Line } from '../../balance/ledger.ts';
import type { Write } from '../../kernel/act.ts';
import type { Garage, Place } from './seedDemo.ts';
import { demoComments, type Dice } from './words.ts';

const YEAR_FEE_KOPECKS = 450_000;
const LAND_KOPECKS_PER_M2 = 4_250;

/** Three years: fees in February, land in May, payments during the year; about one in seven owes something. */
export async function seedMoney({ tx }: Write, d: Dice, pos: Place[], garages: Garage[], treasurer: number, now: Date) {
  const thisYear = now.getFullYear();
  const debtors = new Map(
    garages.map((garage) => [
      garage.id,
      d.chance(0.15) ? d.pick(['last', 'last', 'two', 'all', 'half'] as const) : d.chance(0.04) ? 'advance' : 'good',
    ]),
  );
  for (const place of pos) {
    const own = garages.filter((garage) => garage.po.id === place.id);
    for (let year = thisYear - 2; year <= thisYear; year += 1) {
      const document = (kind: 'accrual' | 'payment', onDate: string, more: object) => ({
        kind,
        source: kind === 'accrual' ? ('mass' as const) : ('desk' as const),
        idempotencyKey: randomUUID(),
        place: { region_id: place.region_id, mo_id: place.mo_id, po_id: place.id },
        onDate,
        periodYear: year,
        createdBy: treasurer,
        at: now.toISOString(),
        ...more,
      });
      const line = (
        garage: Garage,
        sign: -1 | 1,
        amount_kopecks: number,
        on_date: string,
        accrual: number | null,
        payment: number | null,
      ): Line => ({
        garage_id: garage.id,
        owner_id: garage.owner?.id ?? null,
        sign,
        amount_kopecks,
        accrual_type_id: accrual,
        payment_type_id: payment,
        period_year: year,
        on_date,
      });
      const fee = (garage: Garage) => (garage.owner?.privilege ? YEAR_FEE_KOPECKS / 2 : YEAR_FEE_KOPECKS);
      const land = (garage: Garage) => Math.round(garage.area * LAND_KOPECKS_PER_M2);
      const february = `${year}-02-01`;
      const may = `${year}-05-15`;
      await post(
        tx,
        document('accrual', february, { accrualTypeId: 1, basisDocument: `Протокол № 1 от 20.01.${year}` }),
        linesOf(own.map((garage) => line(garage, -1, fee(garage), february, 1, null))),
      );
      await post(
        tx,
        document('accrual', may, { accrualTypeId: 5, basisDocument: `Протокол № 1 от 20.01.${year}` }),
        linesOf(own.map((garage) => line(garage, -1, land(garage), may, 5, null))),
      );
      for (const type of [1, 2, 4]) {
        const payers = own.filter((garage) => (garage.id + year) % 3 === [1, 2, 4].indexOf(type) && garage.owner);
        const lines = payers.flatMap((garage) => {
          const habit = debtors.get(garage.id);
          const skips =
            habit === 'all' || (habit === 'two' && year >= thisYear - 1) || (habit === 'last' && year === thisYear);
          if (skips) return [];
          const due = fee(garage) + land(garage);
          const paid =
            habit === 'half' && year === thisYear
              ? Math.round(due / 2)
              : habit === 'advance' && year === thisYear
                ? due + 100_000
                : due;
          const month = 3 + d.below(year === thisYear ? Math.max(1, now.getMonth() - 2) : 9);
          return [
            line(
              garage,
              1,
              paid,
              `${year}-${String(month).padStart(2, '0')}-${String(1 + d.below(27)).padStart(2, '0')}`,
              null,
              type,
            ),
          ];
        });
        if (lines.length) await post(tx, document('payment', `${year}-10-01`, { paymentTypeId: type }), linesOf(lines));
      }
    }
  }
}

export async function seedWords({ tx }: Write, d: Dice, garages: Garage[], users: Record<string, number>, now: Date) {
  const authors = [users.chairman!, users.treasurer!, users.mo_head!];
  const noted = garages.filter(() => d.chance(0.12));
  await tx
    .insertInto('comment')
    .values(
      noted.map((garage, i) => ({
        object_type: 'garage',
        object_id: garage.id,
        region_id: garage.po.region_id,
        mo_id: garage.po.mo_id,
        po_id: garage.po.id,
        text: d.pick(demoComments),
        author_id: authors[i % 3]!,
        created_at: new Date(now.getTime() - d.below(300) * 86_400_000).toISOString(),
      })),
    )
    .execute();
  const verbs = [
    ['garage.update', 'Изменена карточка гаража: размеры'],
    ['profile.update', 'Изменены телефоны'],
    ['comment.add', 'Добавлен комментарий'],
    ['profile.reveal', 'Показаны паспортные данные'],
    ['sign.login', 'Вход'],
  ] as const;
  await tx
    .insertInto('action_log')
    .values(
      Array.from({ length: 200 }, (_, i) => {
        const garage = d.pick(garages);
        const [verb, text] = d.pick(verbs);
        const aboutGarage = verb === 'garage.update' || verb === 'comment.add';
        return {
          at: new Date(now.getTime() - (200 - i) * 3_600_000 * 9).toISOString(),
          user_id: authors[i % 3]!,
          user_name: ['Воронин Н. А.', 'Зимина Г. П.', 'Крылова М. С.'][i % 3]!,
          verb,
          text,
          object_type: aboutGarage ? 'garage' : null,
          object_id: aboutGarage ? garage.id : null,
          region_id: garage.po.region_id,
          mo_id: garage.po.mo_id,
          po_id: garage.po.id,
        };
      }),
    )
    .execute();
}
