// A record that is not there: when the shell's words are closed, the page still has words and a way.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { HttpError } from '../../providers/http.ts';
import { RecordPage } from '../../widgets/RecordPage.tsx';

afterEach(cleanup);

const open = (getOne: DataProvider['getOne']) =>
  render(
    <MemoryRouter initialEntries={['/garages', '/garage/5']}>
      <CoreAdminContext
        dataProvider={{ getOne } as unknown as DataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <Routes>
          <Route path="/garages" element={<p>список</p>} />
          <Route
            path="/garage/:id"
            element={
              <RecordPage resource="garages">
                <p>карточка</p>
              </RecordPage>
            }
          />
        </Routes>
      </CoreAdminContext>
    </MemoryRouter>,
  );

it('says that nothing is shown and leads back', async () => {
  open(() => Promise.reject(new HttpError(404, { message: 'К сожалению, мы не можем найти запрашиваемые данные.' })));
  expect(await screen.findByText('Страница не показана', undefined, { timeout: 15_000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Назад' }));
  expect(screen.getByText('список')).toBeTruthy();
});
