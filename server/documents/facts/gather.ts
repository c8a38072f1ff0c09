// All facts of a paper: what its record brings along as of its day.
import { debtorOf, debtorReply, debtReply, statement } from '../../balance/queries/debt.ts';
import { garagePaymentQr } from '../../balance/queries/paymentQr.ts';
import { NO_DEBT_LEFT } from '../../balance/rules.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { namesIn } from '../../kernel/masking.ts';
import { shortDate } from '../../kernel/paper/words.ts';
import { caseFacts, caseRow } from './case.ts';
import { garageFacts, garagesThen } from './garage.ts';
import { slipText } from '../rules/slips.ts';
import { groundsOf } from './payment.ts';
import { mailingRow, meetingOf, receiverOf } from './meeting.ts';
import { orgFacts } from './org.ts';
import { paidMembershipYears, peopleFacts } from './person.ts';
import type { Subject } from './subject.ts';
import type { Facts, GarageFacts, OrgFacts, PaymentFacts } from './types.ts';

export interface Gathering {
  subject: Subject;
  poId: number;
  day: string;
  from: string | null;
  /** The paper shows passports, addresses and contacts. */
  isPersonal: boolean;
  /** Whom of the case, or of the garage, the paper is for. */
  profileId?: number | null | undefined;
  /** The paper tells of a debt: a former owner may be asked for his. */
  tellsDebt?: boolean;
  number: string;
  /** What the person said of the paper beside its record. */
  consent?: Facts['consent'];
  court?: Facts['court'];
}

/** @throws 404 for a ПО outside the actor's place, 422 for money of several people */
export async function gatherFacts(ctx: Ctx, asked: Gathering): Promise<Facts> {
  const { subject, day, from, isPersonal } = asked;
  const org = await orgFacts(ctx.db, ctx.actor, asked.poId);
  if (!org) throw notFound();
  const meeting = subject.notification_id ? await meetingFor(ctx, asked) : null;
  const garageId = subject.garage_id ?? meeting?.garage ?? null;
  const garage = garageId ? await garageFacts(ctx, garageId, day) : null;
  const row = subject.reregistration_id ? await caseRow(ctx, subject.reregistration_id) : undefined;
  const found = row ? await caseFacts(ctx, row, isPersonal) : null;
  const payer = subject.money?.kind === 'payment' ? payerOf(subject) : null;
  if (found && asked.profileId && !found.new.some((one) => one.id === asked.profileId))
    throw invalid({ profile_id: 'Выберите одного из новых владельцев' });
  const newOwner = found && (found.new.find((one) => one.id === asked.profileId) ?? found.new[0]);
  const present = garage?.owners.filter((one) => one.ended_on === null) ?? [];
  const debtor = await debtorFor(ctx, asked, garage);
  const named = subject.context === 'garage' ? asked.profileId : null;
  const owner = named ?? present[0]?.profile_id;
  const personId = meeting ? meeting.person : (subject.profile_id ?? (found ? newOwner?.id : (payer ?? owner)) ?? null);
  const person = personId ? (await peopleFacts(ctx, [personId], isPersonal)).get(personId) : undefined;
  const money =
    garage && !meeting ? await moneyOf(ctx, garage.id, asked, debtor) : { bill: null, statement: null, qr: null };
  const facts: Facts = {
    number: asked.number,
    day,
    from,
    org,
    garage,
    person: person ?? null,
    isFormer: debtor !== null,
    ...money,
    grounds: asked.tellsDebt ? await groundsOf(ctx, chargesOf(money.bill)) : [],
    payment: await paymentOf(ctx, subject, org),
    case: found,
    meeting: meeting?.facts ?? null,
    consent: asked.consent ?? null,
    court: asked.court ?? null,
    paidYears:
      subject.context === 'profile'
        ? await paidMembershipYears(ctx, { profileId: subject.id, poId: org.po_id, day })
        : [],
    by: [ctx.actor.name, org.phone].filter(Boolean).join(', '),
  };
  // Papers without personal data are opened by everybody of the place, whoever printed them.
  return isPersonal ? facts : namesIn(facts);
}

/** The meeting, and whom its notice is for: nobody named is a notice for all. */
async function meetingFor(ctx: Ctx, { subject, poId, profileId }: Gathering) {
  const row = await mailingRow(ctx, subject.notification_id!);
  if (!row) throw notFound();
  const receiver = profileId ? await receiverOf(ctx, profileId, poId) : null;
  if (profileId && !receiver) throw notFound();
  const slip = profileId ? slipText(ctx.deps.secrets, { notification: row.id, profile: profileId }) : null;
  return { facts: { ...meetingOf(row), slip }, person: profileId ?? null, garage: receiver?.garage ?? null };
}

/** Whose debt a paper of a garage is, when it is for a former owner. @throws 422 for a person who has none there */
async function debtorFor(
  ctx: Ctx,
  { subject, profileId, tellsDebt, day }: Gathering,
  garage: GarageFacts | null,
): Promise<number | null> {
  if (subject.context !== 'garage' || !profileId) return null;
  if (garage?.owners.some((one) => one.ended_on === null && one.profile_id === profileId)) return null;
  const came = garage?.later.find((one) => one.profile_id === profileId);
  if (came)
    throw invalid({
      end_date: `На ${shortDate(day)} он гаражом ещё не владел: владеет с ${shortDate(came.started_on)}`,
    });
  const debtor = await debtorOf(ctx.db, subject.id, profileId);
  if (debtor === null) throw invalid({ profile_id: NO_DEBT_LEFT });
  if (!tellsDebt) throw invalid({ profile_id: 'Этот документ печатают нынешним владельцам' });
  return debtor;
}

async function moneyOf(ctx: Ctx, garageId: number, { subject, day, from }: Gathering, debtor: number | null) {
  const whole = debtor === null ? await debtReply(ctx, garageId, day) : await debtorReply(ctx, garageId, day, debtor);
  const charge = subject.money?.kind === 'accrual' ? subject.money : null;
  const lines = charge
    ? whole.lines.filter((line) => line.accrual_type_id === charge.accrual_type_id && line.year === charge.period_year)
    : whole.lines;
  const owed = charge ? lines.reduce((sum, line) => sum + line.owed_kopecks, 0) : whole.debt_kopecks;
  const bill = { ...whole, lines, debt_kopecks: owed };
  const entry =
    charge?.accrual_type_id && charge.period_year
      ? { accrual_type: charge.accrual_type_id, year: charge.period_year }
      : {};
  const qr = await garagePaymentQr(ctx, garageId, { ...entry, debtor, ...(owed > 0 && { amount: owed }) });
  const own = await statement(ctx, garageId, { to: day, debtor, ...(from && { from }) });
  return { bill, statement: own, qr };
}

/** Documents by which what the bill says was charged. */
const chargesOf = (bill: Facts['bill']): number[] => [
  ...new Set((bill?.lines ?? []).flatMap(({ charges }) => charges.map((one) => one.document_id))),
];

function payerOf({ money }: Subject): number | null {
  const payers = new Set(money!.garages.map((garage) => garage.owner_id));
  if (payers.size > 1)
    throw invalid({ form: 'В оплате несколько плательщиков: проведите и напечатайте оплату каждого отдельно' });
  return [...payers][0] ?? null;
}

async function paymentOf(ctx: Ctx, { money }: Subject, org: OrgFacts): Promise<PaymentFacts | null> {
  if (money?.kind !== 'payment') return null;
  if (money.garages.some((garage) => garage.po_id !== org.po_id))
    throw invalid({ form: 'В оплате гаражи нескольких ПО: проведите и напечатайте оплату каждого отдельно' });
  const ids = money.garages.map(({ id }) => id);
  const then = await garagesThen(ctx, ids, money.on_date);
  return {
    contribution_id: money.id,
    on_date: money.on_date,
    kopecks: money.kopecks,
    method: money.method?.name ?? '',
    purpose: money.purposes.join(', ') || 'Взносы',
    garages: money.garages.map(({ id, section, number }) => {
      const was = { section, number, ...then.get(id) };
      return [was.section, was.number].filter(Boolean).join(' ');
    }),
  };
}
