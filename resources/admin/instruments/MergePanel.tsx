// What the merge does in numbers, who will see more, the password, the deed.
import Button from '@mui/material/Button';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  mergeProfiles,
  undoMerge,
  type MergeCard,
  type MergeField,
  type MergeView,
} from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { checkPassword } from '../../../contract/session.ts';
import { call, errorsOf, type HttpError } from '../../../providers/http.ts';
import { useActor } from '../../../providers/session.ts';
import { Checkbox } from '../../../widgets/Checkbox.tsx';
import { cx } from '../../../widgets/cx.ts';
import { countOf, formatDate, formatMoney, formatNumber } from '../../../widgets/format.ts';
import { AlertNote, Note } from '../../../widgets/Note.tsx';
import { OwnPassword } from '../../../widgets/OwnPassword.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { dayOf } from '../../../widgets/today.ts';
import { clusterAddress, type Side } from './pairAddress.ts';
import styles from './instruments.module.css';

interface Props {
  view: MergeView;
  stays: Side;
  chosen: Partial<Record<MergeField, Side>>;
  isOfGroup: boolean;
}

export function MergePanel({ view, stays, chosen, isOfGroup }: Props) {
  const [kept, gone] = stays === 'one' ? [view.one, view.other] : [view.other, view.one];
  return (
    <aside className={styles.panel} aria-label="Что изменится">
      <Counts title={`Что переедет в ${kept.id}`} rows={gone.moves} of={gone.id} />
      <Counts title="Не меняется, читается по старой ссылке" rows={gone.alias} of={gone.id} />
      <dl className={cx(styles.counts, styles.sums)}>
        <dt>Гаражей станет</dt>
        <dd>{sumWords(kept, gone)}</dd>
        <dt>Долг станет</dt>
        <dd className={cx(kept.debt_kopecks + gone.debt_kopecks > 0 && styles.owed)}>
          {debtWords(kept, gone, view.shared.length > 0)}
        </dd>
      </dl>
      {view.shared.map(({ garage, words }) => (
        <Note key={garage} tone="blue" title={`Гараж ${garage} у обоих`}>
          Доли сложатся: {words}
        </Note>
      ))}
      {view.block ? (
        <Note tone="red" action={view.block.link && <Link to={view.block.link}>Открыть</Link>}>
          {view.block.text}
        </Note>
      ) : (
        <Deed view={view} stays={stays} chosen={chosen} isOfGroup={isOfGroup} />
      )}
    </aside>
  );
}

const now = ({ garages }: MergeCard) => new Set(garages.filter((one) => one.isCurrent).map(({ id }) => id));
function sumWords(kept: MergeCard, gone: MergeCard): string {
  const [one, other] = [now(kept), now(gone)];
  return `${one.size} + ${other.size} = ${new Set([...one, ...other]).size}`;
}

/** The debt of a garage of both is in both sums: then they are not added up. */
function debtWords({ debt_kopecks: one }: MergeCard, { debt_kopecks: other }: MergeCard, isShared: boolean): string {
  const both = `${formatMoney(one)} + ${formatMoney(other)}`;
  return isShared ? both : `${both} = ${formatMoney(one + other)}`;
}

/** Tab of the card where rows of a kind are listed. */
const tabs: Record<string, number> = {
  ownership: 2,
  attachment: 2,
  comment: 3,
  consent: 1,
  profile_privilege: 1,
  profile_voa_status: 1,
  balance_operation: 2,
  document: 2,
};
/** Where rows that are counted are looked at; undefined where there is no list of them. */
function listOf(key: string, card: number): string | undefined {
  if (key === 'action_log') return pages.story('profile', card);
  if (key === 'notification_message') return pages.profileNotifications(card);
  const tab = tabs[key];
  return tab === undefined ? undefined : `${pages.profile(card)}?tab=${tab}`;
}

/** Lists open beside: what was chosen for the fields stays on the page. */
const Counts = ({ title, rows, of }: { title: string; rows: MergeCard['moves']; of: number }) => (
  <>
    <h2>{title}</h2>
    <dl className={styles.counts}>
      {rows.map(({ key, name, count }) => {
        const list = count > 0 ? listOf(key, of) : undefined;
        return (
          <div key={key}>
            <dt>
              {list ? (
                <Link to={list} target="_blank">
                  {name}
                </Link>
              ) : (
                name
              )}
            </dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        );
      })}
    </dl>
  </>
);

function Deed({ view, stays, chosen, isOfGroup }: Props) {
  const [isKnown, setKnown] = useState(false);
  const [password, setPassword] = useState('');
  const { busy, errors, merge } = useMerge({ view, stays, chosen, isOfGroup });
  const [kept, gone] = stays === 'one' ? [view.one, view.other] : [view.other, view.one];
  const send = (event: FormEvent) => {
    event.preventDefault();
    void merge(password, isKnown);
  };
  return (
    <form onSubmit={send} className={styles.deed}>
      {view.widening > 0 && (
        <Note tone="amber" icon={<EyeIcon />} title="Карточку увидят больше людей.">
          <p>
            {kept.id} видят: {kept.places.join(', ')}; {gone.id}: {gone.places.join(', ')}. Станут видеть обе:{' '}
            {countOf(view.widening, ['человек', 'человека', 'человек'])}, вместе с адресом.
          </p>
          <Checkbox
            label="Понимаю, доступ расширится"
            value={isKnown}
            onChange={setKnown}
            error={errors.isWideningKnown}
          />
        </Note>
      )}
      <OwnPassword value={password} onChange={setPassword} error={errors.password} />
      <AlertNote text={errors.form} />
      <Button
        type="submit"
        variant="contained"
        fullWidth
        disabled={busy || !password || (view.widening > 0 && !isKnown)}
      >
        Объединить карточки
      </Button>
      <p className={styles.quiet}>
        <UndoIcon fontSize="inherit" aria-hidden /> До {formatDate(dayOf(view.until))} можно вернуть. Старая ссылка{' '}
        {gone.id} откроет {kept.id}.
      </p>
    </form>
  );
}

function useMerge({ view, stays, chosen, isOfGroup }: Props) {
  const actor = useActor();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const merge = async (password: string, isWideningKnown: boolean) => {
    setBusy(true);
    setErrors({});
    try {
      const { valid } = await call(checkPassword, { params: { id: actor!.userId }, body: { password }, quiet: true });
      if (valid) {
        const { merge_id, survivor_id } = await call(mergeProfiles, {
          body: wishOf(view, stays, chosen, isWideningKnown),
          quiet: true,
        });
        await client.invalidateQueries();
        const undo = () =>
          void call(undoMerge, { params: { id: merge_id }, body: {}, quiet: true }).then(
            () => client.invalidateQueries(),
            (error: HttpError) => toast(error.message, { kind: 'error' }),
          );
        toast('Объединено', { undo });
        await navigate(isOfGroup ? clusterAddress(survivor_id) : pages.profile(survivor_id));
        return;
      }
      setErrors({ password: 'Неверный пароль' });
    } catch (error) {
      setErrors(errorsOf(error));
    }
    setBusy(false);
  };
  return { busy, errors, merge };
}

/** What is asked of the server: sides by who stays, not by who stands at the left. */
function wishOf(view: MergeView, stays: Side, chosen: Props['chosen'], isWideningKnown: boolean) {
  const [kept, gone] = stays === 'one' ? [view.one, view.other] : [view.other, view.one];
  const choices = Object.fromEntries(
    view.choices
      .filter(({ taken }) => taken !== 'same')
      .map(({ field, taken }) => [field, (chosen[field] ?? taken) === stays ? ('stays' as const) : ('goes' as const)]),
  );
  return {
    stays: kept.id,
    goes: gone.id,
    versions: { stays: kept.version, goes: gone.version },
    choices,
    isWideningKnown,
  };
}
