// Recovery codes, shown once: copied or kept as a file.
import Button from '@mui/material/Button';
import { saveFile } from '../../../providers/http.ts';
import { CopyButton } from '../../../widgets/CopyButton.tsx';
import { Note } from '../../../widgets/Note.tsx';
import styles from './account.module.css';

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n');
  const keep = () =>
    saveFile({
      name: 'Резервные коды Реестра гаражей.txt',
      blob: new Blob([`Резервные коды «Реестра гаражей». Каждый работает один раз.\n\n${text}\n`], {
        type: 'text/plain;charset=utf-8',
      }),
    });
  return (
    <>
      <Note tone="amber" role="status" title="Сохраните резервные коды">
        Они понадобятся, если телефона не будет под рукой. Больше мы их не покажем.
      </Note>
      <ul className={styles.codes} aria-label="Резервные коды">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="contained" onClick={onDone}>
          Я сохранил коды
        </Button>
        <Button variant="outlined" onClick={keep}>
          Скачать файлом
        </Button>
        <CopyButton text={text} label="Скопировать коды" size="medium" />
      </div>
    </>
  );
}
