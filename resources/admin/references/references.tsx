// What differs between the reference lists: words, columns, fields of the form.
import type { UsedBy } from '../../../contract/kernel/usedBy.ts';
import type { ReactNode } from 'react';
import { removeSmsPrice } from '../../../contract/references.ts';
import {
  accrualPeriods as periods,
  accrualUnits as units,
  paymentSigns as signs,
  referenceLabels as labels,
} from '../../../contract/fields/references.ts';
import { formatDate, formatMoney, formatNumber } from '../../../widgets/format.ts';
import { CheckboxInput, DateInput, MoneyInput, NumberInput, SelectInput, TextInput } from '../../../widgets/inputs.ts';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import type { EditorSection } from '../../../widgets/editor/Editor.tsx';
import type { Column } from '../../../widgets/list/columns.ts';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { DiscountsInput } from './DiscountsInput.tsx';
import { RatesAdvice } from './RatesAdvice.tsx';

export type Values = Record<string, unknown>;
export interface ReferenceRecord extends Values {
  id: number;
  version: number;
  is_used: boolean;
  used_by: UsedBy | null;
  fixed: Record<string, string>;
}

export interface Reference {
  title: string;
  /** «вид начисления»: what one row is. */
  one: string;
  add: string;
  sort: string;
  nameOf: (row: Values) => string;
  /** A row on a phone, under its name. */
  note: (row: ReferenceRecord) => string;
  columns: readonly Column<ReferenceRecord>[];
  /** What one must know before changing anything. */
  advice?: ReactNode;
  empty: Values;
  /** Sections of the form; `fixed` are fields that keep their value, with the reason. */
  sections: (fixed: Record<string, string>) => EditorSection[];
  /** A list whose rows may go: by what call, and why this one stays. */
  remove?: { call: typeof removeSmsPrice; why: (row: ReferenceRecord) => string | null };
}

const options = (words: Record<string, string>, parse: (key: string) => string | number = String) =>
  Object.entries(words).map(([value, label]) => ({ value: parse(value), label }));
const yes = (value: unknown) => (value ? 'да' : '—');

const name: Column<ReferenceRecord> = {
  key: 'name',
  label: 'Название',
  sort: 'name',
  fixed: true,
  render: (row) => <b style={{ fontWeight: 500 }}>{String(row.name)}</b>,
};
const order: Column<ReferenceRecord> = {
  key: 'sort',
  label: 'Порядок',
  width: '110px',
  align: 'end',
  sort: 'sort',
  render: (row) => formatNumber(Number(row.sort)),
};
const state: Column<ReferenceRecord> = {
  key: 'state',
  label: 'Состояние',
  width: '150px',
  render: (row) =>
    row.is_active ? (
      <StatusChip kind="done">в списках</StatusChip>
    ) : (
      <StatusChip kind="archived">не используется</StatusChip>
    ),
};
const flag = (key: string, width = '150px', label = labels[key]!): Column<ReferenceRecord> => ({
  key,
  label,
  width,
  wide: true,
  render: (row) => yes(row[key]),
});

/** Inputs of a form; one that keeps its value is disabled and says why. */
const kept = (fixed: Record<string, string>, source: string) =>
  fixed[source] ? { disabled: true, helperText: fixed[source] } : {};
const Checks = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>{children}</div>
);
const check = (fixed: Record<string, string>, source: string) => (
  <CheckboxInput key={source} source={source} label={labels[source]!} {...kept(fixed, source)} />
);
const named = (fixed: Record<string, string>, more: ReactNode = null) => (
  <FieldGrid>
    <TextInput source="name" label={labels.name!} required maxLength={80} {...kept(fixed, 'name')} />
    <NumberInput source="sort" label={labels.sort!} required digits={0} helperText="Меньше — выше в списке" />
    {more}
  </FieldGrid>
);
const common = { name: null, sort: 50, is_active: true };
const note = (row: ReferenceRecord) => (row.is_active ? '' : 'не используется');
const nameOf = (row: Values) => String(row.name);

/** «+7 911»; of the first row «Остальные номера». */
const priceOf = (row: Values) =>
  row.prefix === '+7'
    ? 'Остальные номера'
    : String(row.prefix ?? '').replace(/^(\+7)(\d{3})(\d*)$/, (_, seven, code, rest) =>
        [seven, code, rest].filter(Boolean).join(' '),
      );

export const references: Record<string, Reference> = {
  garage_types: {
    title: 'Типы гаражей',
    one: 'тип гаража',
    add: 'Добавить тип',
    sort: 'sort',
    nameOf,
    note,
    columns: [order, name, flag('is_capital'), flag('has_size'), state],
    empty: { ...common, is_capital: false, has_size: true },
    sections: (fixed) => [
      {
        key: 'main',
        title: 'Тип гаража',
        fields: ['name', 'sort', 'is_capital', 'has_size', 'is_active'],
        children: (
          <>
            {named(fixed)}
            <Checks>{['is_capital', 'has_size', 'is_active'].map((source) => check(fixed, source))}</Checks>
          </>
        ),
      },
    ],
  },
  accrual_types: {
    title: 'Виды начислений',
    one: 'вид начисления',
    add: 'Добавить вид',
    sort: 'sort',
    nameOf,
    note: (row) =>
      [`за ${units[row.unit as 'garage']}`, periods[row.period as 'year'], note(row)].filter(Boolean).join(' · '),
    columns: [
      order,
      name,
      { key: 'unit', label: 'За что', width: '100px', render: (row) => units[row.unit as 'garage'] },
      { key: 'period', label: 'Как часто', width: '130px', wide: true, render: (row) => periods[row.period as 'year'] },
      flag('privilege_applies', '100px', 'Льготы'),
      flag('penalty_applies', '90px', 'Пени'),
      flag('is_service', '100px', 'Услуга'),
      state,
    ],
    empty: {
      ...common,
      unit: 'garage',
      period: 'year',
      privilege_applies: false,
      penalty_applies: false,
      is_service: false,
    },
    sections: (fixed) => [
      {
        key: 'main',
        title: 'Вид начисления',
        fields: ['name', 'sort', 'unit', 'period'],
        children: named(
          fixed,
          <>
            <SelectInput source="unit" label={labels.unit!} options={options(units)} {...kept(fixed, 'unit')} />
            <SelectInput source="period" label={labels.period!} options={options(periods)} {...kept(fixed, 'period')} />
          </>,
        ),
      },
      {
        key: 'rules',
        title: 'Правила',
        fields: ['privilege_applies', 'penalty_applies', 'is_service', 'is_active'],
        children: (
          <Checks>
            {['privilege_applies', 'penalty_applies', 'is_service', 'is_active'].map((source) => check(fixed, source))}
          </Checks>
        ),
      },
    ],
  },
  payment_types: {
    title: 'Способы оплаты',
    one: 'способ оплаты',
    add: 'Добавить способ',
    sort: 'sort',
    nameOf,
    note: (row) => [signs[row.sign as 1], note(row)].filter(Boolean).join(' · '),
    columns: [
      order,
      name,
      { key: 'sign', label: labels.sign!, width: '170px', render: (row) => signs[row.sign as 1] },
      state,
    ],
    empty: { ...common, sign: 1 },
    sections: (fixed) => [
      {
        key: 'main',
        title: 'Способ оплаты',
        fields: ['name', 'sort', 'sign', 'is_active'],
        children: (
          <>
            {named(
              fixed,
              <SelectInput
                source="sign"
                label={labels.sign!}
                options={options(signs, Number)}
                {...kept(fixed, 'sign')}
              />,
            )}
            {check(fixed, 'is_active')}
          </>
        ),
      },
    ],
  },
  privileges: {
    title: 'Льготы',
    one: 'льгота',
    add: 'Добавить льготу',
    sort: 'sort',
    nameOf,
    note: (row) => [`скидка ${String(row.discount_percent)} %`, note(row)].filter(Boolean).join(' · '),
    columns: [
      order,
      name,
      {
        key: 'discount_percent',
        label: 'Скидка',
        width: '90px',
        align: 'end',
        render: (row) => `${String(row.discount_percent)} %`,
      },
      {
        key: 'discounts',
        label: 'Своих скидок',
        width: '120px',
        align: 'end',
        wide: true,
        render: (row) => (row.discounts as unknown[]).length || '—',
      },
      flag('needs_certificate', '130px', 'Удостоверение'),
      flag('is_health', '110px', 'Здоровье'),
      state,
    ],
    empty: { ...common, is_health: false, needs_certificate: true, discount_percent: 0, discounts: [] },
    sections: (fixed) => [
      {
        key: 'main',
        title: 'Льгота',
        fields: ['name', 'sort', 'needs_certificate', 'is_health', 'is_active'],
        children: (
          <>
            {named(fixed)}
            <Checks>{['needs_certificate', 'is_health', 'is_active'].map((source) => check(fixed, source))}</Checks>
          </>
        ),
      },
      {
        key: 'discounts',
        title: 'Скидки',
        fields: ['discount_percent', 'discounts'],
        children: (
          <>
            <NumberInput
              source="discount_percent"
              label={labels.discount_percent!}
              digits={0}
              unit="%"
              helperText="Для видов, на которые действуют льготы и для которых ниже нет своей скидки"
            />
            <DiscountsInput source="discounts" label={labels.discounts!} />
          </>
        ),
      },
    ],
  },
  key_rates: {
    title: 'Ключевая ставка',
    one: 'ключевая ставка',
    add: 'Добавить ставку',
    sort: 'since',
    nameOf: (row) => (row.since ? `с ${formatDate(String(row.since))}` : 'новая'),
    note: (row) => `${formatNumber(Number(row.percent))} % годовых`,
    columns: [
      {
        key: 'since',
        label: labels.since!,
        sort: 'since',
        fixed: true,
        render: (row) => <b style={{ fontWeight: 500 }}>{formatDate(String(row.since))}</b>,
      },
      {
        key: 'percent',
        label: labels.percent!,
        width: '180px',
        align: 'end',
        render: (row) => `${formatNumber(Number(row.percent))} %`,
      },
    ],
    advice: <RatesAdvice />,
    empty: { since: null, percent: null },
    sections: () => [
      {
        key: 'main',
        title: 'Ставка Банка России',
        fields: ['since', 'percent'],
        children: (
          <FieldGrid>
            <DateInput source="since" label={labels.since!} required helperText="До дня следующей ставки" />
            <NumberInput source="percent" label={labels.percent!} required digits={2} unit="%" />
          </FieldGrid>
        ),
      },
    ],
  },
  sms_prices: {
    title: 'Цены СМС',
    one: 'цена СМС',
    add: 'Добавить цену',
    sort: 'prefix',
    nameOf: (row) => priceOf(row),
    note: (row) => [formatMoney(Number(row.kopecks)), row.operator].filter(Boolean).join(' · '),
    columns: [
      {
        key: 'prefix',
        label: labels.prefix!,
        sort: 'prefix',
        fixed: true,
        render: (row) => <b style={{ fontWeight: 500 }}>{priceOf(row)}</b>,
      },
      { key: 'operator', label: labels.operator!, sort: 'operator', render: (row) => String(row.operator ?? '—') },
      {
        key: 'kopecks',
        label: labels.kopecks!,
        width: '210px',
        align: 'end',
        sort: 'kopecks',
        render: (row) => formatMoney(Number(row.kopecks)),
      },
    ],
    advice: (
      <>
        Цену берут из договора с оператором СМС, за одну часть сообщения. Если номер подходит к нескольким строкам,
        считается та, где начало номера длиннее: +7 911 123 важнее +7 911. Рассылки, которые уже ушли, не
        пересчитываются.
      </>
    ),
    empty: { prefix: '', kopecks: null, operator: null },
    sections: (fixed) => [
      {
        key: 'main',
        title: 'Начало номера и цена',
        fields: ['prefix', 'kopecks', 'operator'],
        children: (
          <FieldGrid>
            <TextInput
              source="prefix"
              label={labels.prefix!}
              required
              inputMode="tel"
              maxLength={20}
              helperText="Например, +7 911"
              {...kept(fixed, 'prefix')}
            />
            <MoneyInput source="kopecks" label={labels.kopecks!} required />
            <TextInput source="operator" label={labels.operator!} maxLength={80} helperText="Для себя: чей это номер" />
          </FieldGrid>
        ),
      },
    ],
    remove: { call: removeSmsPrice, why: (row) => row.fixed.prefix ?? null },
  },
};
