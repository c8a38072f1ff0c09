// What taking a completed case back does, told before it is done.
import type { OutcomeLine, ReregistrationCard } from '../../contract/reregistrations.ts';

/**
 * Lines of the dialog «Аннулировать»: owners, shares, name, money (kopecks), the other half of an exchange. Payments made since
 * are asked about one by one beside it.
 */
export function annulmentLines(card: ReregistrationCard): OutcomeLine[] {
  const names = (side: string) => card.parties.filter((party) => party.side === side).map(({ full_name }) => full_name);
  const lines: OutcomeLine[] = [];
  const say = (key: string, text: string, more: Partial<Omit<OutcomeLine, 'key' | 'text'>> = {}) =>
    lines.push({ key, text, note: null, figure: null, kopecks: null, ...more });
  if (card.renamed) say('rename', `Имя владельца снова станет «${card.renamed.before}»`);
  else {
    const [back, away] = [names('old'), [...names('transit'), ...names('new')]];
    const parts = [
      away.length ? `перестанет быть владельцем: ${away.join(', ')}` : null,
      back.length ? `снова владеет: ${back.join(', ')}` : null,
    ];
    say('owners', 'Владельцы и доли станут, как были до дела', { note: parts.filter(Boolean).join('; ') || null });
  }
  if (card.fee_kopecks) say('fee', 'Сбор за переоформление будет сторнирован', { kopecks: -card.fee_kopecks });
  if (card.entrance_kopecks)
    say('entrance', 'Вступительный взнос будет сторнирован', { kopecks: -card.entrance_kopecks });
  if (card.form.debtAnswer === 'moves_new' || card.form.debtAnswer === 'stays_old')
    say('debt', 'Долг вернётся туда, где был', {
      note:
        card.form.debtAnswer === 'stays_old'
          ? 'вместе с пенями на него; что прежний владелец переплатил, станет авансом гаража'
          : 'встречными строками переноса',
    });
  if (card.pair) say('pair', `Вместе с ним аннулируется вторая половина обмена, № ${card.pair_id}`);
  if (card.valid_papers.length)
    say('papers', 'Документы дела станут недействительными', {
      note: card.valid_papers.map(({ number, type }) => `«${type}» №\u00a0${number}`).join(', '),
    });
  say('day', 'Строки учёта датируются сегодняшним днём', { note: 'закрытые периоды не меняются' });
  return lines;
}
