// Lists that a superuser keeps: each row is changed as it stands, a word here and a number there.
import { one, type Asked } from '../asked.ts';

/** The card is read, `more` of it is changed. */
const changed = (list: string, id: number, more: object): Asked =>
  one(`PUT /api/${list}/:id`, (card: object) => ({ ...card, ...more }), {
    at: id,
    before: [one(`GET /api/${list}/:id`, undefined, { at: id })],
  });

export function referencesOf(): Asked[] {
  return [
    changed('accrual_types', 1, { sort: 7, penalty_applies: false }),
    changed('garage_types', 2, { sort: 7, is_active: false }),
    changed('payment_types', 2, { sort: 7, is_active: false }),
    changed('privileges', 1, {
      sort: 7,
      needs_certificate: false,
      discount_percent: 30,
      discounts: [{ accrual_type_id: 1, percent: null, amount_kopecks: 50_000 }],
    }),
    changed('document_types', 1, { sort: 7, warns_of_repeat: true }),
    changed('message_templates', 1, { template_name: 'Долг за год', color: 'green' }),
    one('POST /api/sms_prices/', { prefix: '+7977', kopecks: 310, operator: 'Теле2' }),
    one(
      'PUT /api/poes/:id',
      (card: { sections: { name: string }[] }) => ({
        ...card,
        name: 'Маяк-2',
        phone: '+78120000000',
        sms_limit_month: 500,
        mailing_trial: true,
        sections: card.sections.map(({ name }, nth) => ({ name: nth ? name : `${name}1`, was: name })),
      }),
      { at: 1, before: [one('GET /api/poes/:id', undefined, { at: 1 })] },
    ),
    one(
      'PUT /api/demand_terms/',
      ({ data }: { data: { days: number }[] }) => ({
        was: data,
        terms: data.map((term) => ({ ...term, days: term.days + 1 })),
      }),
      { before: [one('GET /api/demand_terms/')] },
    ),
  ];
}
