// A chart with gaps: a value among days without any is a dot, of a period without any the card says so; its keys stand apart from its buttons.
import { cleanup, render, screen } from '@testing-library/react';
import { isValidElement, type ReactElement } from 'react';
import { ListContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { BarRows, Chart } from '../../resources/statistics/ChartCard.tsx';
import { loneDot } from '../../resources/statistics/Plot.tsx';

afterEach(cleanup);

it('a value without neighbours is a dot, one in a line is none', () => {
  const values = [null, 40, null, 50, 60, null, 0];
  const dot = loneDot(
    values.map((v0) => ({ v0 })),
    'v0',
    'blue',
  );
  const shapes = values.map((_, index) => dot({ key: String(index), cx: 1, cy: 2, index }) as ReactElement);
  expect(shapes.map((shape) => isValidElement(shape) && shape.type)).toEqual([
    'g',
    'circle',
    'g',
    'g',
    'g',
    'g',
    'circle',
  ]);
});

const chart = (values: (number | null)[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ListContextProvider value={{ filterValues: {}, setFilters: () => undefined } as never}>
          <Chart
            title="Собираемость"
            unit="%"
            kind="line"
            table="month"
            series={[
              { name: 'собираемость', color: 'blue' },
              { name: 'год назад', color: 'gray', isPast: true },
            ]}
            points={values.map((value, at) => ({ name: `м${at}`, full: `месяц ${at}`, values: [value, null] }))}
          />
        </ListContextProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it.each([null, 0])('a period without a value (%s) says so and keeps its table', (value) => {
  chart([value, value]);
  expect(screen.getByText('За период ничего нет.')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Собираемость, %' })).toBeTruthy();
});

it('keys are beside the buttons, not among them', () => {
  chart([null, 5]);
  expect(screen.queryByText('За период ничего нет.')).toBeNull();
  const key = screen.getAllByText('собираемость').find((one) => one.querySelector('i'))!;
  const button = screen.getByRole('button', { name: 'Таблица' });
  expect(key.parentElement).not.toBe(button.parentElement);
  expect(key.parentElement!.parentElement).toBe(button.parentElement!.parentElement);
});

it('rows that are still asked for are not said to be none', () => {
  const bars = (isBusy: boolean) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ListContextProvider value={{ filterValues: {}, setFilters: () => undefined } as never}>
          <BarRows title="Возраст долга" unit="₽" rows={[]} isBusy={isBusy} />
        </ListContextProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(bars(true));
  expect(screen.queryByText('За период ничего нет.')).toBeNull();
  rerender(bars(false));
  expect(screen.getByText('За период ничего нет.')).toBeTruthy();
});
