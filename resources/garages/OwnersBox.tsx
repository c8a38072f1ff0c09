// Present owners with shares; adding, removing, choosing who gets the receipts.
import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { makePrimary, type GarageCard, type OwnerLine } from '../../contract/garages.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { cx } from '../../widgets/cx.ts';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import paper from '../../widgets/print.module.css';
import { PhoneLine } from '../profiles/PhoneLine.tsx';
import { AddOwnerDialog } from './AddOwnerDialog.tsx';
import { RemoveOwnerDialog } from './RemoveOwnerDialog.tsx';
import styles from './garages.module.css';
import { SharesDialog } from './SharesDialog.tsx';
import { useAction } from '../useAction.ts';

const SHOWN = 3;

export function OwnersBox({ garage }: { garage: GarageCard }) {
  const { reason } = useMay(registryEdit);
  const [all, setAll] = useState(false);
  const [dialog, setDialog] = useState<'add' | 'shares' | OwnerLine | null>(null);
  const { run } = useAction<GarageCard>('garages', garage.id, { aloud: true });
  return (
    <section className={styles.box} aria-label="Владельцы">
      <h2>Владельцы</h2>
      {!garage.owners.length && <p className={styles.muted}>Без владельца</p>}
      <div className={styles.ownerList}>
        {garage.owners.map((owner, nth) => (
          <div key={owner.id} className={cx(styles.owner, !all && nth >= SHOWN && styles.further)}>
            <Link to={pages.profile(owner.profile_id)}>{owner.full_name}</Link>
            <OwnerActions garage={garage} setDialog={setDialog} run={run} owner={owner} refusal={reason} />
            <OwnerWords owner={owner} />
          </div>
        ))}
      </div>
      {garage.owners.length > SHOWN && !all && (
        <Button variant="text" onClick={() => setAll(true)}>
          ещё {garage.owners.length - SHOWN}
        </Button>
      )}
      {garage.isActive && (
        <ActionButton
          size="small"
          icon={<PersonAddIcon />}
          sx={{ mt: 1 }}
          refusal={reason}
          onClick={() => setDialog('add')}
        >
          Добавить владельца
        </ActionButton>
      )}
      {garage.isActive && garage.owners.length > 1 && (
        <ActionButton
          size="small"
          variant="text"
          sx={{ mt: 1, ml: 1 }}
          refusal={reason}
          onClick={() => setDialog('shares')}
        >
          Изменить доли
        </ActionButton>
      )}
      {dialog === 'shares' && <SharesDialog garage={garage} onClose={() => setDialog(null)} />}
      {dialog === 'add' && <AddOwnerDialog garage={garage} onClose={() => setDialog(null)} />}
      {dialog && dialog !== 'add' && dialog !== 'shares' && (
        <RemoveOwnerDialog garage={garage} owner={dialog} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

/** Share, telephone, privilege and membership. */
function OwnerWords({ owner }: { owner: OwnerLine }) {
  return (
    <>
      <div>
        {[owner.share && `доля ${owner.share}`, owner.is_primary ? 'получает квитанции' : 'совладелец']
          .filter(Boolean)
          .join(', ')}
      </div>
      {owner.is_represented && (
        <div>
          {owner.representative ? (
            <>
              пишут представителю: <Link to={pages.profile(owner.representative.id)}>{owner.representative.name}</Link>
            </>
          ) : (
            <>
              писать некому: <Link to={pages.profile(owner.profile_id)}>указать представителя</Link>
            </>
          )}
        </div>
      )}
      <div>
        <PhoneLine profileId={owner.profile_id} masked={owner.phone ?? null} />
      </div>
      {owner.privilege && (
        <div>
          {owner.privilege.is_expired
            ? `${owner.privilege.name}: срок истёк`
            : `${owner.privilege.name}, льгота ${owner.privilege.discount_percent} %`}
        </div>
      )}
      <div>
        {owner.isVOAMember
          ? `Член ВОА${owner.voaEntryDate ? ` с ${owner.voaEntryDate.slice(0, 4)} года` : ''}`
          : 'Не член ВОА'}
      </div>
    </>
  );
}

function OwnerActions({
  garage,
  setDialog,
  run,
  owner,
  refusal,
}: {
  garage: GarageCard;
  setDialog: (dialog: OwnerLine) => void;
  run: (work: Promise<GarageCard>, done: string) => Promise<boolean>;
  owner: OwnerLine;
  /** Why nothing here can be done; null when it can. */
  refusal: string | null;
}) {
  const refused = refusal === null ? {} : { disabled: true, hint: refusal };
  return (
    <span className={paper.screenOnly} style={{ float: 'right', marginTop: -6 }}>
      <IconDropdown
        label={`Действия: ${owner.full_name}`}
        icon={<span aria-hidden="true">⋯</span>}
        items={[
          {
            key: 'primary',
            label: 'Получает квитанции',
            current: owner.is_primary,
            disabled: owner.is_primary,
            onSelect: () =>
              void run(
                call(makePrimary, { params: { id: garage.id, ownershipId: owner.id }, quiet: true }),
                'Основной владелец изменён',
              ),
            ...refused,
          },
          {
            key: 'remove',
            label: 'Убрать владельца',
            danger: true,
            divided: true,
            onSelect: () => setDialog(owner),
            ...refused,
          },
        ]}
      />
    </span>
  );
}
