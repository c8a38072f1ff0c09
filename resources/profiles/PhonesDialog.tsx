// Phones of a person changed where they are read. They are shown first, which is on record, so that nothing hidden is lost.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { profiles } from '../../contract/profiles.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PhoneListBox } from '../../widgets/PhoneInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { profileBody, profileValues } from './ProfileInputs.tsx';
import { useShownPhones } from './shownPhones.ts';

/** Two calls of one moment. */
const phonesKey = (profile: number) => ['profiles', 'phones to edit', profile];

export default function PhonesDialog({ profileId, onClose }: { profileId: number; onClose: () => void }) {
  const client = useQueryClient();
  const { showOne, remember } = useShownPhones();
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey: phonesKey(profileId),
    // The card and its phones of one moment: a card changed meanwhile refuses the save by its version.
    queryFn: async () => {
      const card = await call(profiles.one, { params: { id: profileId }, quiet: true });
      return { card, phones: card.phones_masked.length ? await showOne(profileId) : [] };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const [typed, setTyped] = useState<readonly string[] | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const phones = typed ?? read?.phones ?? [];
  const save = async () => {
    if (!read) return;
    setBusy(true);
    try {
      const values = { ...profileValues(read.card), phoneNumberList: [...phones] };
      const body = { ...profileBody(values), version: read.card.version };
      await call(profiles.update, { params: { id: profileId }, body: body as never, quiet: true });
      remember(profileId, phones);
      void readAnew(client, 'profiles', 'garages');
      toast('Телефоны сохранены');
      onClose();
    } catch (failure) {
      setErrors(errorsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('phoneNumberList'))?.[1];
  return (
    <ConfirmDialog
      open
      title={read ? `Телефоны: ${read.card.full_name}` : 'Телефоны'}
      confirm="Сохранить"
      busy={busy}
      disabled={!read || typed === null}
      onConfirm={() => void save()}
      form={typed}
      onCancel={onClose}
    >
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {read && (
        <BeginHere>
          <PhoneListBox
            label="Телефоны"
            helperText="Первый — основной: на него звонят и пишут"
            value={phones}
            onChange={setTyped}
            error={wrong}
          />
        </BeginHere>
      )}
      {!wrong && Object.keys(errors).length > 0 && <Note tone="amber">{Object.values(errors)[0]}</Note>}
    </ConfirmDialog>
  );
}

/** The field comes after its dialog: the hand is led to it then. */
function BeginHere({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
