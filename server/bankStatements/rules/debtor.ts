// Whose debt a payment of a garage closes: that of the present owners, or of a former one to whom a debt was left. Pure.
import type { Certainty } from '../../../contract/bankStatements.ts';
import { fold, keysOf, nameKeys, namesIn } from './names.ts';

/** A former owner to whom a debt of a garage was left. */
export interface Former {
  /** As his lines are marked. */
  id: number;
  full_name: string;
  /** Something of it is open still. */
  owes: boolean;
}

/** Of a garage, what tells its people. */
interface Owned {
  account_no: string;
  owners: readonly string[];
  formers?: readonly Former[];
}

interface Found {
  debtor: number | null;
  certainty: Certainty;
  reason: string | null;
}

/** Never pre-ticked: a person looks at it. */
const doubtful = (certainty: Certainty): Certainty => (certainty === 'sure' ? 'likely' : certainty);

/** «ЛС 1123000455/17», as the receipt of a former owner says it: the number after the account is his. */
function marked(garage: Owned, text: string): Former | undefined {
  const mark = new RegExp(`(?<!\\d)${garage.account_no} ?/ ?(\\d{1,9})(?!\\d)`).exec(text)?.[1];
  return mark === undefined ? undefined : garage.formers?.find((one) => one.id === Number(mark));
}

/** The person is one of those who are named. */
export const isCalled = (person: string, names: readonly string[]) => {
  const keys = nameKeys(person);
  return names.some((name) => name === fold(person) || keysOf(name).some((key) => keys.includes(key)));
};

/** The suggestion with its debtor; where both may be meant, neither is sure. */
export function withDebtor<T extends Found>(garage: Owned, found: T, payment: { purpose: string; payer: string }): T {
  const his = marked(garage, fold(payment.purpose));
  if (his?.owes) return { ...found, debtor: his.id, reason: `${found.reason}: долг прежнего владельца` };
  const certainty = doubtful(found.certainty);
  if (his) {
    const reason = `По квитанции платит прежний владелец ${his.full_name}, долга за ним нет. Проверьте, чей платёж`;
    return { ...found, certainty, reason };
  }
  const owing = garage.formers?.filter((one) => one.owes) ?? [];
  if (!owing.length) return found;
  const { beneficiaries, payers } = namesIn(payment);
  const names = beneficiaries.length ? beneficiaries : payers;
  const isPresent = garage.owners.some((owner) => isCalled(owner, names));
  const [former, ...others] = owing.filter((one) => isCalled(one.full_name, names));
  if (former && !others.length && !isPresent)
    return { ...found, debtor: former.id, certainty, reason: `Платит прежний владелец ${former.full_name}` };
  if (isPresent && !former) return found;
  const who = owing.map((one) => one.full_name).join(', ');
  return { ...found, certainty, reason: `Долг есть и за прежним владельцем: ${who}. Проверьте, чей платёж` };
}
