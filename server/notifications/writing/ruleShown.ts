// What a rule of reminders was last confirmed with: people, money, and whether their number was typed by hand.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { emptyPeople, reachedPeople, type Plan } from '../planning.ts';
import type { KeptRule } from '../queries/reminders.ts';
import { whyItWaits } from '../rules/planned.ts';

/** Written when somebody who saw the list switches the rule on. */
export const shownOf = (plan: Plan, people: number) => ({
  shown_people: reachedPeople(plan),
  shown_cost_kopecks: plan.cost,
  shown_typed: people > plan.sender.confirm_above,
});

/**
 * A person has seen a run and sent it himself: as much may go by itself from now on. A run to few says nothing of the next one, after the
 * pause of those who rest now, so it takes nothing back.
 */
export async function keepRuleShown(tx: WriteDb, rule: number, plan: Plan): Promise<void> {
  const people = reachedPeople(plan);
  await sql`update debt_rule set shown_people = greatest(shown_people, ${people}::int),
      shown_cost_kopecks = greatest(shown_cost_kopecks, ${plan.cost}::bigint),
      shown_typed = shown_typed or ${people > plan.sender.confirm_above}::boolean
    where id = ${rule}`.execute(tx);
}

/** Why a run does not go by itself; null when it does. Who lacks a value is held back from it anyway. */
export const whyRuleWaits = (kept: KeptRule, plan: Plan): string | null =>
  whyItWaits(
    {
      people: kept.shown_people,
      cost: kept.shown_cost_kopecks === null ? null : Number(kept.shown_cost_kopecks),
      empty: 0,
      isTyped: kept.shown_typed,
    },
    {
      people: reachedPeople(plan),
      cost: plan.cost,
      empty: emptyPeople(plan),
      confirmAbove: plan.sender.confirm_above,
    },
  );
