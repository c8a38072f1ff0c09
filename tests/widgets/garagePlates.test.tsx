// Several garages in one row: none is left out in silence.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { GaragePlates, type GaragePlatesProps } from '../../widgets/GaragePlates.tsx';

const garages = [
  { id: 1, section: 'А', number: '1' },
  { id: 2, section: 'А', number: '2', is_active: false },
  { id: 3, section: '', number: '3' },
  { id: 4, section: 'Б', number: '4' },
];
const shown = (props: Partial<GaragePlatesProps>) =>
  render(
    <MemoryRouter>
      <GaragePlates garages={garages} {...props} />
    </MemoryRouter>,
  ).container.textContent;
const names = () => screen.getAllByRole('img').map((plate) => plate.getAttribute('aria-label'));

it('the first ones are shown, how many more there are and which is said', () => {
  expect(shown({ most: 2 })).toMatch(/\+2$/);
  expect(names()).toEqual(['Гараж А, 1', 'Гараж А, 2, в архиве']);
  expect(screen.getByText('+2').title).toBe('3, Б 4');
});

it.each([{ most: 4 }, { most: 9 }, {}])('nothing is said where all are shown: %o', (props) => {
  expect(shown(props)).not.toContain('+');
  expect(names()).toHaveLength(4);
});

it('leads to each where an address is given', () => {
  shown({ most: 1, to: (id) => `/garage/${id}` });
  expect(screen.getByRole('link', { name: 'Гараж А, 1' }).getAttribute('href')).toBe('/garage/1');
});
