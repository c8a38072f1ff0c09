// «Ещё» over the lists of money: the menu of the whole section, rights in words.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import { BooksMenu } from '../../resources/books/BooksMenu.tsx';

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

afterEach(() => {
  cleanup();
  storeToken(null);
});

const show = (page: ReactNode) =>
  render(
    <MemoryRouter>
      <CoreAdminContext queryClient={createQueryClient()} dataProvider={{} as DataProvider}>
        {page}
      </CoreAdminContext>
    </MemoryRouter>,
  );

describe('«Ещё»', () => {
  it('is the menu of the whole section; without the right it says which one is missing', async () => {
    const person = userEvent.setup();
    storeToken(token({ mo: 2, capabilities: [1] }));
    show(<BooksMenu />);
    await person.click(screen.getByRole('button', { name: 'Ещё' }));
    const items = await screen.findAllByRole('menuitem');
    const [day, ...others] = items;
    expect(day!.textContent).toBe('Касса за день');
    expect(day!.getAttribute('aria-disabled')).toBeNull();
    expect(others.map((item) => item.textContent)).toEqual(
      [
        'Из выписки банка',
        'Возврат аванса',
        'Зачёт между гаражами',
        'Списание долга',
        'Корректировка',
        'Начислить пени',
        'Закрытие периода',
      ].map((name) => `${name}Нужно право «Взносы и баланс»`),
    );
    for (const item of others) expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});
