// A file that a job made is ready: said once, wherever the person is; it lies in «Задания».
import { useEffect } from 'react';
import { onLive } from '../../providers/liveProvider.ts';
import { toast } from '../../widgets/toasts.ts';

export function useFileNotices(): void {
  useEffect(
    () =>
      onLive(({ type, message }) => {
        if (type === 'file_message') toast(`Файл «${message.file_name}» готов, он в «Заданиях»`);
      }),
    [],
  );
}
