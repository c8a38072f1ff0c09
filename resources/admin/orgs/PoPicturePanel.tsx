// Signature and stamp that stand on the papers of a ПО: brought, replaced, taken off.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useState } from 'react';
import * as contract from '../../../contract/documents/pictures.ts';
import { call, errorsOf, upload } from '../../../providers/http.ts';
import { keyOf, reading } from '../../../providers/reading.ts';
import { FileUpload } from '../../../widgets/FileUpload.tsx';
import { formatDate } from '../../../widgets/format.ts';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { toast } from '../../../widgets/toasts.ts';
import imports from '../imports/imports.module.css';
import styles from './pictures.module.css';

const kinds = Object.entries(contract.poPictureKinds) as [contract.PoPictureKind, string][];

export function PoPicturePanel({ poId }: { poId: number }) {
  const { data } = useQuery(reading(contract.poPictures, { params: { id: poId } }));
  return (
    <div className={imports.panel}>
      <SectionCard title="Подпись и печать на бумагах">
        <p className={styles.words}>
          Ставятся на справках и выписках, которые подписывает председатель. На заявлениях, согласиях и договорах их
          нет: там подписывается человек. Бумаги, напечатанные раньше, не меняются.
        </p>
        <div className={styles.pair}>
          {kinds.map(([kind, title]) => (
            <Picture key={kind} poId={poId} kind={kind} title={title} found={data?.[kind] ?? null} />
          ))}
        </div>
      </SectionCard>
    </div>
  );
}

interface PictureProps {
  poId: number;
  kind: contract.PoPictureKind;
  title: string;
  found: { url: string; since: string } | null;
}

function Picture({ poId, kind, title, found }: PictureProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const keep = async (answer: Promise<contract.PoPictures>, done: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      client.setQueryData(keyOf(contract.poPictures, { params: { id: poId } }), await answer);
      toast(done);
    } catch (failure) {
      setProblem(Object.values(errorsOf(failure))[0]);
    } finally {
      setBusy(false);
    }
  };
  const params = { id: poId, kind };
  return (
    <div>
      {found && <img className={styles.picture} src={found.url} alt={title} />}
      {found && <p className={styles.words}>Ставится с {formatDate(found.since)}</p>}
      <FileUpload
        label={title}
        accept=".png,.jpg,.jpeg"
        maxBytes={contract.MOST_PICTURE_BYTES}
        value={[]}
        onChange={([file]) =>
          file && void keep(upload(contract.setPoPicture, { params, file, quiet: true }), `${title}: поставлено`)
        }
        disabled={busy}
        error={problem}
        helperText="PNG с прозрачным фоном, до 1 МБ"
      />
      {found && (
        <Button
          disabled={busy}
          onClick={() => void keep(call(contract.removePoPicture, { params, quiet: true }), `${title}: убрано`)}
        >
          Убрать
        </Button>
      )}
    </div>
  );
}
