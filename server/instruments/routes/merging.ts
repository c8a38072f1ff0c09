// Merging of people: suggested pairs, two cards side by side, the merge, taking it back.
import * as contract from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import type { Field } from '../../../contract/kernel/fields.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import { orUnderWay } from '../../jobs/oneAtATime.ts';
import { startJob } from '../../jobs/records.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { daysAfter } from '../../ports/clock.ts';
import { takeCheckedPassword } from '../../session/writing.ts';
import {
  cardFacts,
  countWidened,
  mailingUnderWay,
  openCaseBetween,
  sharedGarages,
  shownCards,
  wholeCard,
} from '../queries/cards.ts';
import { clusterOf } from '../queries/cluster.ts';
import { laterRows } from '../queries/later.ts';
import { countMoved, listMerges, mergeFacts, undoProblem } from '../queries/merges.ts';
import { lastJob, type LastJob } from '../queries/overview.ts';
import { countPairs, listPairs, scoreOfPair } from '../queries/pairs.ts';
import { addShares, choicesOf, latinPlaces, mailingText, pairProblem, type Share } from '../rules/choices.ts';
import { MERGE_SEARCH, searchJob } from '../search.ts';
import { changedSides, mergeCards, type CardPlace } from '../writing/merging.ts';
import { editedColumns, openCards, undoMerge } from '../writing/undoing.ts';

const nowhere = { region_id: null, mo_id: null, po_id: null };

export function mergingRoutes(mount: Mount): void {
  pairRoutes(mount);
  mergeRoutes(mount);
}

function pairRoutes(mount: Mount): void {
  mount(contract.mergePairs, async ({ db }, { query }) => {
    const [data, counts, search] = await Promise.all([
      listPairs(db, query.level, query.offset, query.limit),
      countPairs(db),
      lastJob(db, MERGE_SEARCH),
    ]);
    const total = query.level === 'all' ? counts.likely + counts.possible : counts[query.level];
    return { data, total, counts, search: search && shownJob(search) };
  });

  mount(contract.mergeCluster, ({ db }, { query }) => clusterOf(db, query.card));

  mount(contract.searchPairs, async (ctx, { body }) => {
    const running = await lastJob(ctx.db, MERGE_SEARCH);
    if (running && ['queued', 'running'].includes(running.status)) return { job_id: running.job_id };
    if (body.after !== (running?.job_id ?? null)) throw invalid({ after: 'Поиск уже запускали. Обновите страницу' });
    return act(ctx, 'admin.merge_search', async (write) => {
      await write.log({ place: nowhere, text: 'Запущен поиск похожих карточек' });
      const asked = {
        title: 'Поиск похожих карточек',
        place: nowhere,
        params: {},
        link: pages.adminMerge,
        after: body.after,
      };
      return { job_id: await startJob(write, ctx, searchJob, asked) };
    }).catch(orUnderWay);
  });

  mount(contract.setDifferent, async (ctx, { body }) => {
    const [one, other] = inOrder(body);
    const cards = await cardFacts(ctx.db, [one, other]);
    if (cards.length < 2) throw notFound();
    await act(ctx, 'profile.different', async ({ tx, log }) => {
      if (body.isDifferent)
        await tx
          .insertInto('merge_different')
          .values({ one_id: one, other_id: other, decided_by: ctx.actor.userId, decided_at: ctx.now().toISOString() })
          .onConflict((on) => on.doNothing())
          .execute();
      else await tx.deleteFrom('merge_different').where('one_id', '=', one).where('other_id', '=', other).execute();
      const text = body.isDifferent
        ? `Карточки ${one} и ${other}: разные люди`
        : `Карточки ${one} и ${other}: снова похожи`;
      await log({ object: { type: 'profile', id: one }, place: nowhere, text });
    });
  });

  mount(contract.openPair, async (ctx, { body }) => viewOf(ctx, body.one, body.other));
}

function mergeRoutes(mount: Mount): void {
  mount(contract.mergeProfiles, async (ctx, { body }) =>
    act(ctx, 'profile.merge', async (write) => {
      await takeCheckedPassword(write.tx, ctx);
      const done = await mergeCards(write, ctx, body);
      await tellMerge(write, { stays: body.stays, goes: body.goes, done });
      return { merge_id: done.id, survivor_id: body.stays, until: done.until };
    }),
  );

  mount(contract.mergeList, async (ctx) => ({ data: await listMerges(ctx.db, ctx.now().toISOString()) }));

  mount(contract.undoView, async (ctx, { params }) => {
    const { db } = ctx;
    const [[merge], facts] = await Promise.all([
      listMerges(db, ctx.now().toISOString(), params.id),
      mergeFacts(db, params.id),
    ]);
    if (!merge || !facts) throw notFound();
    const block = undoProblem(facts, ctx.now().toISOString());
    const [moved, later] = await Promise.all([
      countMoved(db, params.id),
      block ? [] : laterRows(db, params.id, facts.survivor_id),
    ]);
    return { merge, moved, later, edited: block ? [] : await editedOf(ctx, params.id), block };
  });

  mount(contract.undoMerge, async (ctx, { params, body }) =>
    act(ctx, 'profile.unmerge', async (write) => {
      const { to, from, garages, was, now } = await undoMerge(write, ctx, params.id, body.goes);
      const text = `Объединение отменено: карточка ${from} снова отдельно от ${to}`;
      await write.log({
        object: { type: 'profile', id: to, name: nameOf(now) },
        place: placeIn(now),
        text,
        ...changedSides(was, now),
      });
      await write.log({ object: { type: 'profile', id: from }, place: placeIn(now), text });
      await told(write, placeIn(now), [to, from], garages);
      return { survivor_id: to, restored_id: from };
    }),
  );
}

const inOrder = ({ one, other }: { one: number; other: number }): [number, number] => {
  if (one === other) throw invalid({ form: 'Это одна и та же карточка' });
  return [Math.min(one, other), Math.max(one, other)];
};

async function viewOf(ctx: Ctx, one: number, other: number): Promise<contract.MergeView> {
  if (one === other) throw invalid({ form: 'Это одна и та же карточка' });
  const [facts, shown] = await Promise.all([cardFacts(ctx.db, [one, other]), shownCards(ctx.db, [one, other])]);
  const [left, right] = [facts.find(({ id }) => id === one), facts.find(({ id }) => id === other)];
  if (!left || !right) throw notFound();
  const [open, mailing, widening, shared, score] = await Promise.all([
    openCaseBetween(ctx.db, one, other),
    mailingUnderWay(ctx.db, one, other),
    countWidened(ctx.db, one, other),
    sharedGarages(ctx.db, one, other),
    scoreOfPair(ctx.db, one, other),
  ]);
  const problem = pairProblem(left, right);
  await act(ctx, 'profile.pair_open', async ({ log }) => {
    for (const card of shown)
      await log({
        object: { type: 'profile', id: card.id, name: card.name },
        place: nowhere,
        text: `Открыта пара карточек ${one} и ${other}`,
      });
  });
  const card = (id: number): contract.MergeCard => {
    const found = shown.find((row) => row.id === id)!;
    return { ...found, latin: latinPlaces(found.fields.lastName ?? '') };
  };
  return {
    one: card(one),
    other: card(other),
    choices: choicesOf(left, right, todayOf(ctx)),
    ...score,
    block: problem
      ? { text: problem, link: null }
      : open
        ? { text: `Между этими людьми идёт переоформление № ${open}`, link: pages.reregistration(open) }
        : mailing
          ? { text: mailingText(mailing), link: pages.informingHistory(mailing) }
          : null,
    widening,
    shared: shared.map(({ name, one: a, other: b }) => ({
      garage: name,
      words: `${shareWords(a)} + ${shareWords(b)} = ${shareWords(addShares(a, b))}`,
    })),
    until: daysAfter(ctx.now(), contract.UNDO_DAYS),
  };
}

const shareWords = ({ share_num, share_den }: Share) => (share_num ? `${share_num}/${share_den}` : 'совместно');

async function tellMerge(
  write: Write,
  { stays, goes, done }: { stays: number; goes: number; done: Awaited<ReturnType<typeof mergeCards>> },
) {
  const { before, after, from, to, garages } = done;
  await write.log({
    object: { type: 'profile', id: stays, name: to.name },
    place: placeIn(to),
    text: `Объединены карточки: ${goes} вошла в ${stays}`,
    ...changedSides(before, after),
  });
  await write.log({
    object: { type: 'profile', id: goes, name: from.name },
    place: placeIn(from),
    text: `Карточка вошла в карточку ${stays}`,
  });
  await told(write, placeIn(to), [stays, goes], garages);
}

async function told({ emit }: Write, place: Omit<CardPlace, 'name'>, people: number[], garages: number[]) {
  const audience = { region: place.region_id, mo: null, po: null };
  await emit(audience, { type: 'records_changed', message: { resource: 'profiles', ids: people } });
  if (garages.length) await emit(audience, { type: 'records_changed', message: { resource: 'garages', ids: garages } });
}

async function editedOf(ctx: Ctx, id: number): Promise<string[]> {
  const facts = (await mergeFacts(ctx.db, id))!;
  const columns = new Set(editedColumns(openCards(ctx, facts).after, await wholeCard(ctx.db, facts.survivor_id)));
  return Object.values<Field>(profileFields).flatMap(({ column, label }) =>
    column && columns.has(column) ? [label] : [],
  );
}

const nameOf = (card: Record<string, unknown>) => String(card.full_name);
const placeIn = (card: Record<string, unknown> | CardPlace) => ({
  region_id: Number(card.region_id),
  mo_id: Number(card.mo_id),
  po_id: Number(card.po_id),
});

const shownJob = ({ who: _who, summary: _summary, ...job }: LastJob) => job;
