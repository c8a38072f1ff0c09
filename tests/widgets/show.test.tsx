// What the plates, marks, sums, chips and states say, also to those who listen.
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { CopyButton } from '../../widgets/CopyButton.tsx';
import { CountBadge } from '../../widgets/CountBadge.tsx';
import { NothingFound } from '../../widgets/EmptyState.tsx';
import { FilterChip } from '../../widgets/FilterChip.tsx';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { useHotkey } from '../../widgets/useHotkey.ts';
import { marksTitle, YearMarks } from '../../widgets/YearMarks.tsx';
import { mount } from './mount.tsx';

const nbsp = '\u00a0';
const marks = [
  { year: 2024, state: 'none' },
  { year: 2025, state: 'partly' },
  { year: 2026, state: 'unpaid' },
] as const;

afterEach(() => vi.useRealTimers());

describe('plate', () => {
  it('is a link named after the garage', () => {
    mount(<GaragePlate section="А" number={45} to="/garage/7" />);
    expect(screen.getByRole('link', { name: 'Гараж А, 45' }).getAttribute('href')).toBe('/garage/7');
  });

  it('without a section has one part, without an address is a picture', () => {
    mount(<GaragePlate number="12/3" archived />);
    expect(screen.getByRole('img', { name: 'Гараж 12/3, в архиве' }).children).toHaveLength(1);
  });
});

describe('year marks', () => {
  it('say the years in words and leave out a year without a garage', () => {
    mount(<YearMarks marks={marks} />);
    const image = screen.getByRole('img', { name: '2025 частично, 2026 не оплачен' });
    expect(image.children).toHaveLength(3);
    expect(marksTitle(marks)).toBe('24–26');
  });

  it('on a card stand beside their words', () => {
    mount(<YearMarks marks={marks} size="card" />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2025 частично',
      '2026 не оплачен',
    ]);
  });
});

describe('money', () => {
  it.each([
    [-671_250, `долг 6${nbsp}712,50${nbsp}₽`],
    [150_000, `аванс +1${nbsp}500,00${nbsp}₽`],
    [0, `0,00${nbsp}₽`],
  ])('balance %i is «%s»', (kopecks, text) => {
    const { container } = mount(<Money kopecks={kopecks} tone="balance" />);
    expect(container.textContent).toBe(text);
  });

  it('a plain negative sum keeps its minus', () => {
    const { container } = mount(<Money kopecks={-100} />);
    expect(container.textContent).toBe(`\u22121,00${nbsp}₽`);
  });
});

describe('badges, chips, switches', () => {
  it('a badge is absent at zero; what is new has its plus at any count, errors stop at 99+', () => {
    const { container } = mount(
      <>
        <CountBadge count={0} />
        <CountBadge count={3} label="новых заявок" />
        <CountBadge count={100} />
        <CountBadge count={100} kind="error" />
        <CountBadge count={100} kind="plain" />
      </>,
    );
    expect(container.textContent).toBe('+3+10099+100');
    expect(screen.getByRole('img', { name: '3 новых заявок' })).toBeTruthy();
  });

  it('a filter chip is dropped by its cross', async () => {
    const drop = vi.fn();
    mount(<FilterChip label="Секция" value="А, Б" onRemove={drop} />);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать условие «Секция»' }));
    expect(drop).toHaveBeenCalledOnce();
  });

  it('a switch says which view is on and tells only a change', async () => {
    const change = vi.fn();
    const options = [
      { value: 'active', label: 'Действующие', count: 1248 },
      { value: 'archive', label: 'Архив' },
    ];
    mount(<Segmented label="Состояние" value="active" options={options} onChange={change} />);
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Действующие');
    await userEvent.click(screen.getByRole('button', { pressed: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Архив' }));
    expect(change.mock.calls).toEqual([['archive']]);
  });

  it('progress says its counts', () => {
    mount(<ProgressBar label="Начисление" done={312} total={1200} />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(`312 из 1${nbsp}200`);
  });

  it('nothing found offers to drop only what cost the results', async () => {
    const drop = vi.fn();
    mount(<NothingFound onReset={vi.fn()} culprit={{ label: 'Долг', onDrop: drop }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Убрать только «Долг»' }));
    expect(drop).toHaveBeenCalledOnce();
  });
});

describe('copy button', () => {
  it('shows a tick for two seconds', async () => {
    vi.useFakeTimers();
    const write = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText: write } });
    mount(<CopyButton text="1123 00045 5" label="Скопировать лицевой счёт" />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Скопировать лицевой счёт' })));
    expect(write).toHaveBeenCalledWith('1123 00045 5');
    expect(screen.getByRole('button', { name: 'Скопировано' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(screen.getByRole('button', { name: 'Скопировано' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('button', { name: 'Скопировать лицевой счёт' })).toBeTruthy();
    vi.unstubAllGlobals();
  });
});

describe('confirmation', () => {
  it('waits for the typed word', async () => {
    const confirm = vi.fn();
    mount(
      <ConfirmDialog
        open
        title="Удалить ПО?"
        confirm="Удалить"
        danger
        typed="удалить"
        onConfirm={confirm}
        onCancel={vi.fn()}
      />,
    );
    expect(await screen.findByRole('button', { name: 'Удалить' })).toHaveProperty('disabled', true);
    await userEvent.type(screen.getByLabelText('Чтобы подтвердить, введите «удалить»'), 'Удалить{Enter}');
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('puts the focus on «Отмена» before a danger and Esc cancels', async () => {
    const cancel = vi.fn();
    mount(<ConfirmDialog open title="Снять?" confirm="Снять" danger onConfirm={vi.fn()} onCancel={cancel} />);
    await expect.poll(() => document.activeElement?.textContent).toBe('Отмена');
    await userEvent.keyboard('{Escape}');
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('hotkeys', () => {
  function Keys({ keys, action }: { keys: string; action: () => void }) {
    useHotkey(keys, action);
    return <input aria-label="поле" />;
  }

  it('Ctrl+S works in the Russian layout and inside fields', () => {
    const save = vi.fn();
    mount(<Keys keys="ctrl+s" action={save} />);
    const event = new KeyboardEvent('keydown', {
      key: 'ы',
      code: 'KeyS',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    screen.getByLabelText('поле').dispatchEvent(event);
    expect(save).toHaveBeenCalledOnce();
    expect(event.defaultPrevented).toBe(true);
  });

  it('a plain key is left to the field where a person types', async () => {
    const find = vi.fn();
    mount(<Keys keys="/" action={find} />);
    await userEvent.type(screen.getByLabelText('поле'), '/');
    expect(find).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(find).toHaveBeenCalledOnce();
  });
});
