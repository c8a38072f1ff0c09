// The ПИБ paper of a garage: opened, attached, removed.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { attachPib, deletePib, type GarageCard } from '../../contract/garages.ts';
import { openPib } from '../../contract/garages/pib.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { call, upload } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { ACCEPT } from '../files/AttachmentList.tsx';
import { openInTab } from '../files/openInTab.ts';
import paper from '../../widgets/print.module.css';
import { useAction } from '../useAction.ts';

const MAX_BYTES = 20 * 1024 * 1024;

export function PibBox({ garage }: { garage: GarageCard }) {
  const { may, reason } = useMay(registryEdit);
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const [removing, setRemoving] = useState(false);
  if (garage.pibFile) {
    return (
      <p>
        Справка ПИБ:{' '}
        {may ? (
          <Button
            size="small"
            variant="text"
            onClick={() => void openInTab(() => call(openPib, { params: { id: garage.id }, quiet: true }))}
          >
            {garage.pibFile.name}
          </Button>
        ) : (
          garage.pibFile.name
        )}{' '}
        {may && (
          <Button size="small" variant="text" onClick={() => setRemoving(true)}>
            Удалить справку
          </Button>
        )}
        <ConfirmDialog
          open={removing}
          title="Удалить справку ПИБ?"
          confirm="Удалить"
          danger
          busy={busy}
          onCancel={() => setRemoving(false)}
          onConfirm={() =>
            void run(call(deletePib, { params: { id: garage.id }, quiet: true }), 'Справка ПИБ удалена').then(
              (ok) => ok && setRemoving(false),
            )
          }
        >
          Удаляется только приложенный файл, номер и дата останутся.
        </ConfirmDialog>
      </p>
    );
  }
  return (
    <div className={paper.screenOnly}>
      <FileUpload
        label="Справка ПИБ"
        accept={ACCEPT}
        maxBytes={MAX_BYTES}
        value={[]}
        disabled={!may || busy}
        helperText={reason ?? undefined}
        error={errors.file ?? errors.form}
        onChange={([file]) =>
          file && void run(upload(attachPib, { params: { id: garage.id }, file, quiet: true }), 'Справка ПИБ приложена')
        }
      />
    </div>
  );
}
