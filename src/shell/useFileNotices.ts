// A file that a job made is ready: said once, wherever the person is, and taken at once if he likes; it lies in «Задания» too.
import { useEffect } from 'react';
import { saveFile } from '../../providers/http.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { toast } from '../../widgets/toasts.ts';

export function useFileNotices(): void {
  useEffect(
    () =>
      onLive(({ type, message }) => {
        if (type !== 'file_message') return;
        const { file_name: name, file_content } = message;
        const take = () => {
          const bytes = Uint8Array.from(atob(file_content), (sign) => sign.charCodeAt(0));
          saveFile({ blob: new Blob([bytes]), name });
        };
        toast(`Файл «${name}» готов, он и в «Заданиях»`, { actions: [{ label: 'Скачать', run: take }] });
      }),
    [],
  );
}
