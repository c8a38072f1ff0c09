// The own password, asked once more before something that can't be taken back or must not be done by a passer-by.
import { PasswordBox } from './PasswordBox.tsx';

interface OwnPasswordProps {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  autoFocus?: boolean;
}

/** The field «Ваш пароль»; the caller has it checked by the server. */
export const OwnPassword = (props: OwnPasswordProps) => (
  <PasswordBox label="Ваш пароль" autoComplete="current-password" maxLength={200} required {...props} />
);
