// Who acts for a side, by a power of attorney or as a parent: shown, added, taken away.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { addRepresentative, removeRepresentative } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { formatDate } from '../../widgets/format.ts';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import {
  emptyRepresentative,
  representativeBody,
  RepresentativeFields,
  type RepresentativePick,
} from '../profiles/RepresentativeFields.tsx';
import { useKeepCard } from './useKeepCard.ts';
import styles from './reregistrations.module.css';

const sides = { old: 'прежнего владельца', new: 'нового владельца' } as const;

export function Representatives({
  card,
  onCard,
}: {
  card: ReregistrationCard;
  /** Takes the answered card in place of the page that shows it. */
  onCard?: (card: ReregistrationCard) => void;
}) {
  const page = useKeepCard();
  const keep = onCard ?? page;
  const [isOpen, setOpen] = useState(false);
  const mayChange = card.may_edit && [0, 1, 2, 6].includes(card.status);
  if (!mayChange && !card.representatives.length) return null;
  const remove = (representativeId: number) =>
    call(removeRepresentative, { params: { id: card.id, representativeId }, quiet: true }).then(
      keep,
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  return (
    <SectionCard
      title="Представители"
      action={
        mayChange && (
          <Button size="small" onClick={() => setOpen(true)}>
            Добавить
          </Button>
        )
      }
    >
      {!card.representatives.length && <p className={styles.muted}>Стороны действуют сами.</p>}
      <ul className={styles.papers}>
        {card.representatives.map((one) => (
          <li key={one.id} className={styles.paper}>
            <span>
              {one.profile_id ? <Link to={pages.profile(one.profile_id)}>{one.full_name}</Link> : one.full_name}, за{' '}
              {sides[one.side]}: {one.is_legal ? 'законный представитель, документ' : 'доверенность'} № {one.number} от{' '}
              {formatDate(one.issued_on)}
              {one.valid_until && `, действует до ${formatDate(one.valid_until)}`}
              {one.valid_until && one.valid_until < today() && <b className={styles.debt}> Истекла</b>}
              {one.powers && <span className={styles.muted}> {one.powers}</span>}
            </span>
            {mayChange && (
              <Button size="small" variant="text" onClick={() => void remove(one.id)}>
                Убрать
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen && <AddDialog card={card} keep={keep} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}

const sideOptions = [
  { value: 'old', label: 'Прежний владелец' },
  { value: 'new', label: 'Новый владелец' },
];
const kindOptions = [
  { value: 'attorney', label: 'По доверенности' },
  { value: 'legal', label: 'Родитель или опекун' },
];

function AddDialog({
  card,
  keep,
  onClose,
}: {
  card: ReregistrationCard;
  keep: (card: ReregistrationCard) => void;
  onClose: () => void;
}) {
  const [isLegal, setLegal] = useState(false);
  const [side, setSide] = useState<'old' | 'new'>('old');
  const [who, setWho] = useState(emptyRepresentative);
  const [number, setNumber] = useState('');
  const [notary, setNotary] = useState('');
  const [powers, setPowers] = useState('');
  const [issuedOn, setIssued] = useState<string | null>(null);
  const [validUntil, setUntil] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const add = async () => {
    const attorney = isLegal ? {} : { notary, validUntil, powers };
    const named = isLegal ? representativeBody(who) : { fullName: who.fullName };
    const body = { side, ...named, number, issuedOn: issuedOn ?? '', isLegal, ...attorney };
    try {
      keep(await call(addRepresentative, { params: { id: card.id }, body, quiet: true }));
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
    }
  };
  return (
    <ConfirmDialog open title="Представитель" confirm="Добавить" onConfirm={() => void add()} onCancel={onClose}>
      <RadioGroup
        label="За кого"
        row
        value={side}
        onChange={(value) => setSide(value === 'new' ? 'new' : 'old')}
        options={sideOptions}
      />
      <RadioGroup
        label="Кто он"
        row
        value={isLegal ? 'legal' : 'attorney'}
        onChange={(value) => setLegal(value === 'legal')}
        options={kindOptions}
      />
      <WhoActs isLegal={isLegal} value={who} onChange={setWho} errors={errors} />
      <TextBox
        label={isLegal ? 'Свидетельство о рождении или акт опеки, №' : 'Доверенность №'}
        required
        value={number}
        onChange={setNumber}
        error={errors.number}
        maxLength={60}
      />
      <DateBox label="Выдана" required value={issuedOn} onChange={setIssued} error={errors.issuedOn} />
      {!isLegal && (
        <>
          <DateBox label="Действует до" value={validUntil} onChange={setUntil} error={errors.validUntil} />
          <TextBox label="Нотариус" value={notary} onChange={setNotary} error={errors.notary} maxLength={160} />
          <TextArea label="Полномочия" value={powers} onChange={setPowers} error={errors.powers} maxLength={500} />
        </>
      )}
    </ConfirmDialog>
  );
}

interface WhoProps {
  isLegal: boolean;
  value: RepresentativePick;
  onChange: (pick: RepresentativePick) => void;
  errors: Record<string, string>;
}

/** A parent or a guardian, who will be written to, or a name in a power of attorney. */
const WhoActs = ({ isLegal, value, onChange, errors }: WhoProps) =>
  isLegal ? (
    <RepresentativeFields label="Откуда" value={value} onChange={onChange} error={(field) => errors[field]}>
      <p className={styles.muted}>Когда дело завершится, ребёнку будут писать через него.</p>
    </RepresentativeFields>
  ) : (
    <TextBox
      label="ФИО"
      required
      value={value.fullName}
      onChange={(fullName) => onChange({ ...value, fullName })}
      error={errors.fullName}
      maxLength={160}
    />
  );
