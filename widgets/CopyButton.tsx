// Copies a text; a tick for two seconds says that it did.
import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { useEffect, useState } from 'react';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';

export interface CopyButtonProps {
  text: string;
  /** «Скопировать лицевой счёт». */
  label?: string;
  size?: 'small' | 'medium';
}

/** How long the tick stays, ms. */
export const copiedMs = 2000;

/** Copy icon → tick → copy icon. Where the clipboard is closed, the button says so. */
export function CopyButton({ text, label = 'Скопировать', size = 'small' }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), copiedMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    writeClipboard(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  const name = { ready: label, copied: 'Скопировано', refused: 'Не удалось скопировать' }[state];
  return (
    <IconButtonWithTip
      label={name}
      size={size}
      onClick={() => void copy()}
      color={state === 'copied' ? 'success' : 'default'}
    >
      {state === 'copied' ? <CheckIcon color="success" /> : <CopyIcon />}
    </IconButtonWithTip>
  );
}

/** The clipboard exists only on secure addresses; elsewhere the old command does. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('The browser refused to copy');
}
