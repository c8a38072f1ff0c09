// A button that brings a file: says so while it is made, and why when it is not.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveFile, type HttpError } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';

export interface FileButtonProps {
  /** Words of the button. */
  children: string;
  take: () => Promise<{ blob: Blob; name: string }>;
  disabled?: boolean;
}

export function FileButton({ children, take, disabled = false }: FileButtonProps) {
  const [busy, setBusy] = useState(false);
  const bring = async () => {
    setBusy(true);
    try {
      saveFile(await take());
    } catch (error) {
      toast((error as HttpError).message, { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button startIcon={<DownloadIcon />} loading={busy} disabled={disabled} onClick={() => void bring()}>
      {children}
    </Button>
  );
}
