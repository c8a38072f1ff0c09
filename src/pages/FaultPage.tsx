// A page that broke: says so in human words and offers the way on; what was typed is in the drafts.
import Button from '@mui/material/Button';
import { pages } from '../../contract/pages.ts';
import { Note } from '../../widgets/Note.tsx';

export function FaultPage() {
  return (
    <main style={{ maxWidth: 560, margin: '10vh auto', padding: 24 }}>
      <Note
        tone="red"
        role="alert"
        title="Страница не открылась"
        action={
          <Button variant="contained" href={pages.garages}>
            К гаражам
          </Button>
        }
      >
        Произошла ошибка в самой странице. Данные на сервере не пострадали, несохранённые правки остались в черновике.
        Обновите страницу или напишите в поддержку.
      </Note>
    </main>
  );
}
