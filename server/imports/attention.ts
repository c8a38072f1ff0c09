// «Требует внимания»: texts of a registry beside a garage, masked until they are asked for, gone when settled.
import type { ImportField } from '../../contract/importFields.ts';
import * as contract from '../../contract/imports.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { inScope } from '../kernel/scope.ts';
import { maskText } from './rules/masks.ts';

export function mountAttention(mount: Mount): void {
  mount(contract.garageAttention, async (ctx, { params }) => {
    await requirePlace(ctx, params.id);
    const texts = await openTexts(ctx, params.id);
    return {
      data: texts.map(({ id, field, title, text }) => ({
        id,
        field,
        title,
        masked: maskText(field as ImportField, text),
      })),
    };
  });

  mount(contract.revealAttention, async (ctx, { params }) => {
    const garage = await requirePlace(ctx, params.id);
    const owners = await ctx.db
      .selectFrom('ownership')
      .where('garage_id', '=', garage.id)
      .where('ended_on', 'is', null)
      .select('profile_id')
      .execute();
    await act(ctx, 'garage.attention_reveal', async ({ log }) =>
      log({
        ...about(garage),
        text: 'Показаны тексты реестра, которые требуют внимания',
        people: owners.map(({ profile_id }) => profile_id),
      }),
    );
    const texts = await openTexts(ctx, params.id);
    return { data: texts.map(({ id, text }) => ({ id, text })) };
  });

  mount(contract.settleAttention, async (ctx, { params, body }) => {
    const garage = await requirePlace(ctx, params.id);
    const settled = await act(ctx, 'garage.attention_settle', async ({ tx, log }) => {
      const { numDeletedRows } = await tx
        .deleteFrom('garage_attention')
        .where('garage_id', '=', params.id)
        .where('id', 'in', body.ids)
        .executeTakeFirst();
      await log({ ...about(garage), text: `Разобраны тексты реестра: ${numDeletedRows}` });
      return Number(numDeletedRows);
    });
    return { settled };
  });
}

interface Place {
  id: number;
  number: string;
  region_id: number;
  mo_id: number;
  po_id: number;
}

async function requirePlace(ctx: Ctx, id: number): Promise<Place> {
  const garage = await ctx.db
    .selectFrom('garage as g')
    .where('g.id', '=', id)
    .where('g.is_withdrawn', '=', false)
    .where(inScope(ctx.actor, 'g'))
    .select(['g.id', 'g.number', 'g.region_id', 'g.mo_id', 'g.po_id'])
    .executeTakeFirst();
  if (!garage) throw notFound();
  return garage;
}

const about = ({ id, number, ...place }: Place) => ({ object: { type: 'garage' as const, id, name: number }, place });

async function openTexts(ctx: Ctx, garageId: number) {
  const rows = await ctx.db
    .selectFrom('garage_attention')
    .where('garage_id', '=', garageId)
    .orderBy('id')
    .select(['id', 'field', 'title', 'text_cipher'])
    .execute();
  return rows.map(({ text_cipher, ...row }) => ({ ...row, text: ctx.deps.secrets.open(text_cipher) }));
}
