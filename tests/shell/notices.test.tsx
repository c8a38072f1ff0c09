// What the library has to say stands among our own messages, once each.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, memoryStore, useNotify } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { FAULT_TEXT } from '../../providers/http.ts';
import { i18nProvider } from '../../providers/i18nProvider.ts';
import { LibraryNotices } from '../../src/shell/LibraryNotices.tsx';
import { Toasts } from '../../src/shell/Toasts.tsx';
import { closeToast, useToasts } from '../../widgets/toasts.ts';

let shown: ReturnType<typeof useToasts> = [];
function Page() {
  const notify = useNotify();
  shown = useToasts();
  return (
    <>
      <button type="button" onClick={() => notify('Секция переименована')}>
        сказать
      </button>
      <button type="button" onClick={() => notify('Номер %{n} занят', { type: 'error', messageArgs: { n: 12 } })}>
        отказать
      </button>
      <button type="button" onClick={() => notify(FAULT_TEXT, { type: 'error' })}>
        упасть
      </button>
      <LibraryNotices />
      <Toasts />
    </>
  );
}
afterEach(() => shown.forEach(({ id }) => closeToast(id)));

it('a message and a refusal by useNotify are shown as ours; what the error dialog says is not said twice', async () => {
  render(
    <MemoryRouter>
      <CoreAdminContext store={memoryStore()} i18nProvider={i18nProvider}>
        <Page />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  // Said in this process before.
  act(() => shown.forEach(({ id }) => closeToast(id)));
  fireEvent.click(screen.getByText('сказать'));
  expect(await screen.findByText('Секция переименована')).toBeTruthy();
  fireEvent.click(screen.getByText('упасть'));
  fireEvent.click(screen.getByText('отказать'));
  await screen.findByText(/занят/);
  expect(shown.map(({ kind, text }) => [kind, text])).toEqual([
    ['done', 'Секция переименована'],
    ['error', 'Номер 12 занят'],
  ]);
});
