// A button that brings a file: says so while it is made, and why when it is not.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { saveFile } from '../../providers/http.ts';
import { useLoudAction } from '../useLoudAction.ts';

export interface FileButtonProps {
  /** Words of the button. */
  children: string;
  take: () => Promise<{ blob: Blob; name: string }>;
  disabled?: boolean;
}

export function FileButton({ children, take, disabled = false }: FileButtonProps) {
  const { run, busy } = useLoudAction();
  return (
    <Button
      startIcon={<DownloadIcon />}
      loading={busy}
      disabled={disabled}
      onClick={() => void run(async () => saveFile(await take()))}
    >
      {children}
    </Button>
  );
}
