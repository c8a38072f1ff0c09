// Whoever signs out in one tab is signed out in the others: the screen follows what another tab keeps.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { storeToken, useActor } from '../../providers/session.ts';
import { tokenOf } from '../kit/token.ts';

function Who() {
  return <p>{useActor()?.name ?? 'никого'}</p>;
}
const inOtherTab = (key: string | null, change: () => void) =>
  act(() => {
    change();
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
afterEach(cleanup);

it.each([
  ['another comes in', 'id_token', () => localStorage.setItem('id_token', tokenOf({ uname: 'Анна' })), 'Анна'],
  ['the token is forgotten', 'id_token', () => localStorage.removeItem('id_token'), 'никого'],
  ['everything is forgotten', null, () => localStorage.clear(), 'никого'],
] as const)('%s', (_, key, change, told) => {
  storeToken(tokenOf({ uname: 'Борис' }));
  render(<Who />);
  expect(screen.getByText('Борис')).toBeTruthy();
  inOtherTab(key, change);
  expect(screen.getByText(told)).toBeTruthy();
  storeToken(null);
});
