// Shares of the owners who stay: asked only where shares are kept at all.
import Button from '@mui/material/Button';
import type { OwnerLine } from '../../contract/garages.ts';
import { TextBox } from '../../widgets/TextInput.tsx';

export interface SharesEditorProps {
  owners: readonly OwnerLine[];
  /** Changed shares by ownership id. */
  value: Record<string, string | null>;
  onChange: (value: Record<string, string | null>) => void;
  error?: string | undefined;
  /** One more owner who is being added. */
  plus?: number;
  onEqual?: (share: string) => void;
  /** Asked for even where the owners have none yet. */
  always?: boolean;
}

export function SharesEditor({ owners, value, onChange, error, plus = 0, onEqual, always = false }: SharesEditorProps) {
  const needed = always || error || owners.some((owner) => owner.share);
  if (!owners.length || !needed) return null;
  const equal = `1/${owners.length + plus}`;
  return (
    <div role="group" aria-label="Доли владельцев">
      {owners.map((owner) => (
        <TextBox
          key={owner.id}
          label={`Доля: ${owner.full_name}`}
          value={(owner.id in value ? value[owner.id] : owner.share) ?? ''}
          placeholder="1/2"
          onChange={(share) => onChange({ ...value, [owner.id]: share || null })}
          reserve={false}
        />
      ))}
      {error && (
        <p role="alert" style={{ color: 'var(--gr-red)', margin: '8px 0' }}>
          {error}
        </p>
      )}
      <Button
        variant="text"
        onClick={() => {
          onChange(Object.fromEntries(owners.map((owner) => [owner.id, equal])));
          onEqual?.(equal);
        }}
      >
        Разделить поровну
      </Button>
    </div>
  );
}
