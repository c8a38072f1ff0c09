// A list to call by: the people of the filter with whole phones, for a reason that is asked once a day and kept in the log.
import PhoneIcon from '@mui/icons-material/PhoneForwardedOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { exportList } from '../../contract/exports.ts';
import { profiles } from '../../contract/profiles.ts';
import { download, saveFile, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { today } from '../../widgets/dates.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

const COLUMNS = ['name', 'phone', 'po', 'garages', 'debt'];

/** The reason of the day, for whoever gave it; gone with the tab. */
let given: { reader: number | undefined; day: string; reason: string } | null = null;

export function CallList() {
  const { filterValues, sort } = useListContext();
  const reader = useActor()?.userId;
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const take = async (why: string) => {
    const body = {
      format: 'xlsx' as const,
      columns: COLUMNS,
      sort: [sort.field, sort.order] as [string, 'ASC' | 'DESC'],
      filter: filterValues,
      phonesReason: why,
    };
    try {
      saveFile(await download(exportList, { params: { resource: profiles.name }, body, quiet: true }));
      given = { reader, day: today(), reason: why };
      setAsked(false);
    } catch (failure) {
      const { message, body: said } = failure as HttpError;
      setError(said.errors?.phonesReason ?? message);
      if (!asked) toast(message, { kind: 'error' });
    }
  };
  const known = given?.day === today() && given.reader === reader ? given.reason : null;
  return (
    <>
      <Button startIcon={<PhoneIcon />} onClick={() => (known ? void take(known) : setAsked(true))}>
        Список для обзвона
      </Button>
      <ConfirmDialog
        open={asked}
        title="Список для обзвона"
        confirm="Выгрузить"
        onConfirm={() => void take(reason)}
        onCancel={() => setAsked(false)}
      >
        <p style={{ marginTop: 0 }}>Телефоны будут целиком. Для чего они нужны, запишется в журнал действий.</p>
        <TextBox label="Для чего" required value={reason} onChange={setReason} maxLength={200} error={error} />
      </ConfirmDialog>
    </>
  );
}
