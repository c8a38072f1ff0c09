// A list to call by: the people, or the owners of the garages, of the filter with whole phones, for a reason that is asked once a day and kept in the log.
import PhoneIcon from '@mui/icons-material/PhoneForwardedOutlined';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { exportList } from '../../contract/exports.ts';
import { download, saveFile, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { today } from '../../widgets/today.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';

/** What a list to call by tells, in this order. */
const columns = {
  profiles: ['name', 'phone', 'po', 'garages', 'debt'],
  garages: ['plate', 'po', 'owner', 'phone', 'debt', 'last_payment'],
};

/** The reason of the day, for whoever gave it; gone with the tab. */
let given: { reader: number | undefined; day: string; reason: string } | null = null;

/** `children` is what starts it; the button of its own when there are none. */
export function CallList({
  of = 'profiles',
  children,
}: {
  of?: keyof typeof columns;
  children?: (start: () => void) => ReactNode;
}) {
  const { filterValues, sort } = useListContext();
  const reader = useActor()?.userId;
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const take = async (why: string) => {
    const body = {
      format: 'xlsx' as const,
      columns: columns[of],
      sort: [sort.field, sort.order] as [string, 'ASC' | 'DESC'],
      filter: filterValues,
      phonesReason: why,
    };
    try {
      saveFile(await download(exportList, { params: { resource: of }, body, quiet: true }));
      given = { reader, day: today(), reason: why };
      setAsked(false);
    } catch (failure) {
      const { message, body: said } = failure as HttpError;
      setError(said.errors?.phonesReason ?? message);
      if (!asked) toast(message, { kind: 'error' });
    }
  };
  const known = given?.day === today() && given.reader === reader ? given.reason : null;
  const start = () => (known ? void take(known) : setAsked(true));
  return (
    <>
      {children?.(start) ?? (
        <Button startIcon={<PhoneIcon />} onClick={start}>
          Список для обзвона
        </Button>
      )}
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
