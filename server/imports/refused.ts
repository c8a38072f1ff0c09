// What the card of an owner would refuse: the row is loaded without it, the text stays beside the garage. Pure.
import type { ImportField, ImportIssueCode } from '../../contract/importFields.ts';
import { importFields } from '../../contract/importFields.ts';
import type { RowPlan } from './plan.ts';
import type { ParsedOwner } from './readRow.ts';
import type { ParsedRow } from './rows.ts';
import { issueMessage, toldMessage } from './rules/messages.ts';
import { personal } from './rules/personalFields.ts';

/** Remarks that stand on the register beside the file: known once the rows are planned. */
export const plannedIssues: readonly ImportIssueCode[] = ['privilege_unconsented', 'inn_missing'];

/**
 * The row as the card takes it; null when it takes it as it is.
 * @param health privileges that tell of health
 * @param isKnown whether the register has the card of an owner
 */
export function asCardTakes(
  row: ParsedRow,
  plan: RowPlan,
  health: ReadonlySet<number>,
  isKnown: (owner: ParsedOwner) => boolean,
): ParsedRow | null {
  const isRefused = (owner: ParsedOwner) => owner.organisation && !owner.organisation.inn && !isKnown(owner);
  if (!plan.addsOwners || !row.owners.some(isRefused)) return withoutHealth(row, plan, health);
  const owners = row.owners.filter((owner) => !isRefused(owner));
  const name = row.raw.owner ? 'owner' : 'lastName';
  return remarked({ ...row, owners }, 'inn_missing', [name, ...(owners.length ? [] : personal)]);
}

function withoutHealth(row: ParsedRow, plan: RowPlan, health: ReadonlySet<number>): ParsedRow | null {
  const [first, ...others] = row.owners;
  if (plan.step === 'skip' || plan.step === 'conflict' || !first || !health.has(first.privilegeId)) return null;
  const { person } = plan;
  const isMember = person
    ? person.is_voa_member || plan.changes.person.voa_entry_date !== undefined
    : first.isVoaMember;
  const isConsented = person?.consents.some((one) => one.kind === 'health' && !one.revoked_at);
  if (isMember || isConsented || person?.privilege_id === first.privilegeId) return null;
  const owners = [{ ...first, privilegeId: 0, privilegeCertificate: null }, ...others];
  return remarked({ ...row, owners }, 'privilege_unconsented', ['privilege', 'privilegeCertificate']);
}

/** The row with a remark about the first of the fields; texts of all of them are kept. */
function remarked(row: ParsedRow, code: ImportIssueCode, fields: readonly [ImportField, ...ImportField[]]): ParsedRow {
  const kept = fields.flatMap((field) => {
    const raw = row.raw[field];
    return raw && !row.attention.some((one) => one.field === field && one.raw === raw)
      ? [{ field, title: importFields[field].label, raw }]
      : [];
  });
  const [field] = fields;
  const facts = { raw: row.raw[field] ?? '', shown: '', title: importFields[field].label };
  const issue = {
    code,
    field,
    raw: facts.raw,
    message: issueMessage(code, facts),
    told: toldMessage(code, field, facts),
  };
  return { ...row, issues: [...row.issues, issue], attention: [...row.attention, ...kept] };
}
