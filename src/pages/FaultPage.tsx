// A page that broke: says so in human words and offers the way on; what was typed is in the drafts.
import Button from '@mui/material/Button';
import { useRouteError } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { Note } from '../../widgets/Note.tsx';

/** How browsers say that the code of a page did not come. */
const NOT_LOADED = /dynamically imported module|importing a module|Failed to fetch|Loading (?:chunk|CSS)/i;

export function FaultPage() {
  const error = useRouteError();
  const isNotLoaded = NOT_LOADED.test(error instanceof Error ? error.message : '');
  return (
    <main style={{ maxWidth: 560, margin: '10vh auto', padding: 24 }}>
      <Note
        tone="red"
        role="alert"
        title="Страница не открылась"
        action={
          <>
            <Button variant="contained" onClick={() => window.location.reload()}>
              Обновить
            </Button>
            <Button href={pages.garages}>К гаражам</Button>
          </>
        }
      >
        {isNotLoaded
          ? 'Не удалось получить её с сервера: проверьте интернет и обновите страницу. Несохранённые правки остались в черновике.'
          : 'Произошла ошибка в самой странице. Данные на сервере не пострадали, несохранённые правки остались в черновике. Обновите страницу или напишите в поддержку.'}
      </Note>
    </main>
  );
}
