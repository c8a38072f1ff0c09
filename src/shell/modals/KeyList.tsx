// «?»: the keys that work, by place. Those of one page are told there too; here they stand together.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Kbd } from '../../../widgets/Kbd.tsx';
import { closeModal } from '../../../widgets/modals.ts';
import { Dialog } from '../../../widgets/overlay.tsx';
import styles from './modals.module.css';

/** What each page listens to; `useHotkey` reads letters by their place, so the layout of the keyboard does not matter. */
export const keyGroups: readonly { place: string; keys: readonly [keys: string, does: string][] }[] = [
  {
    place: 'Везде',
    keys: [
      ['Ctrl K', 'поиск; ещё «/»'],
      ['F1', 'инструкция этой страницы'],
      ['?', 'этот список'],
      ['Esc', 'закрыть окно, меню, список'],
    ],
  },
  {
    place: 'Правка карточки',
    keys: [
      ['Ctrl S', 'сохранить'],
      ['Esc', 'выйти без сохранения, черновик останется'],
    ],
  },
  {
    place: 'Касса',
    keys: [
      ['Enter', 'дальше по строке'],
      ['=', 'в поле суммы: весь долг'],
      ['Ctrl Enter', 'провести'],
      ['Ctrl Insert', 'разбить оплату'],
      ['F2', 'комментарий'],
      ['Ctrl Z', 'отменить последнюю'],
    ],
  },
  {
    place: 'Начисление по шагам',
    keys: [
      ['Enter', 'дальше'],
      ['Ctrl Enter', 'дальше; на проверке — начислить'],
      ['Esc', 'шаг назад'],
    ],
  },
  {
    place: 'Выписка банка',
    keys: [
      ['F8', 'к следующей неразобранной строке'],
      ['Ctrl Enter', 'провести отмеченные'],
    ],
  },
  { place: 'Новая рассылка', keys: [['Ctrl Enter', 'к проверке']] },
  {
    place: 'Проверка рассылки',
    keys: [
      ['Alt ←', 'предыдущий получатель'],
      ['Alt →', 'следующий получатель'],
      ['Esc', 'назад к тексту'],
    ],
  },
  {
    place: 'Очередь вопросов поддержки',
    keys: [
      ['J', 'следующий вопрос'],
      ['K', 'предыдущий вопрос'],
      ['R', 'ответить'],
      ['E', 'вопрос решён'],
    ],
  },
];

export function KeyList() {
  return (
    <Dialog open onClose={closeModal} aria-labelledby="keys-title" data-modal="keys">
      <DialogTitle id="keys-title">Клавиши</DialogTitle>
      <DialogContent tabIndex={0}>
        {keyGroups.map(({ place, keys }) => (
          <section key={place} className={styles.keyGroup} aria-label={place}>
            <h3>{place}</h3>
            <dl>
              {keys.map(([name, does]) => (
                <div key={name}>
                  <dt>
                    <Kbd>{name}</Kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={closeModal}>
          Понятно
        </Button>
      </DialogActions>
    </Dialog>
  );
}
