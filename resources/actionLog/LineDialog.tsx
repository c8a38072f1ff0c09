// One line of the log: who, when, where from, over what, and each field before and after.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ActionRow } from '../../contract/actionLog.ts';
import { actionName } from '../../contract/actionWords.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { objectOf } from '../../contract/kernel/objects.ts';
import { pages } from '../../contract/pages.ts';
import { isSuper } from '../../contract/session.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { Dialog } from '../../widgets/overlay.tsx';
import { bothTimes } from './moments.ts';
import { canReturn, Returning } from './Returning.tsx';
import styles from './actionLog.module.css';

export function LineDialog({ row, onClose }: { row: ActionRow; onClose: () => void }) {
  const title = useId();
  const { may } = useMay(registryEdit);
  const facts: [string, ReactNode][] = [
    ['Когда', bothTimes(row)],
    ['Кто', row.user.name],
    ['Действие', actionName(row.verb)],
    ['Над чем', row.object && <ObjectLink key="object" object={row.object} />],
    ['Где', [row.po, row.mo, row.region].filter(Boolean).join(', ')],
    ['Адрес', row.ip],
    ['Устройство', row.device],
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      maxWidth="md"
      sx={{ '& .MuiDialog-paper': { width: 640, maxWidth: '100%' } }}
    >
      <DialogTitle id={title}>{row.text}</DialogTitle>
      <DialogContent tabIndex={0}>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {row.changes.length > 0 && <Changes changes={row.changes} />}
        {may && row.object && row.changes.length > 0 && canReturn(row.object.type) && (
          <Returning type={row.object.type} id={row.object.id} line={row.id} />
        )}
      </DialogContent>
      <DialogActions>
        {row.object && (
          <Button component={Link} to={pages.story(row.object.type, row.object.id)} onClick={onClose}>
            Вся история
          </Button>
        )}
        <Button variant="contained" onClick={onClose} autoFocus>
          Закрыть
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Changes({ changes }: { changes: ActionRow['changes'] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Поле</th>
          <th scope="col">Было</th>
          <th scope="col">Стало</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td>{change.before}</td>
            <td>{change.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ObjectLink({ object }: { object: NonNullable<ActionRow['object']> }) {
  const actor = useActor();
  const known = objectOf(object.type);
  const name = object.name || `№ ${object.id}`;
  // Organisations, accounts and reference lists are for superusers.
  if (!known?.page || (known.isAdmin && !isSuper(actor))) return name;
  return <Link to={known.page(object.id)}>{name}</Link>;
}
