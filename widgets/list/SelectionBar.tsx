// What may be done with the ticked rows of a list. Its code comes after the first page.
import CloseIcon from '@mui/icons-material/Close';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { IconButtonWithTip } from '../IconButtonWithTip.tsx';
import { StickyBar } from '../StickyBar.tsx';
import styles from './list.module.css';
import type { SelectionModel } from './useSelection.ts';

export interface SelectionBarProps {
  selection: SelectionModel;
  total: number;
  info: ReactNode;
  actions: ReactNode;
}

/** Slides over the last rows and never moves the totals. */
export default function SelectionBar(props: SelectionBarProps) {
  const { selection, total } = props;
  return (
    <div className={styles.bar}>
      <StickyBar
        ink
        label="Действия с выбранным"
        info={
          <>
            <b role="status">Выбрано {formatNumber(selection.count)}</b>
            {props.info}
            {selection.count < total && (
              <button type="button" className={styles.selectAll} onClick={selection.selectAll}>
                Выбрать все {formatNumber(total)} по фильтру
              </button>
            )}
          </>
        }
      >
        {props.actions}
        <IconButtonWithTip label="Снять выбор" onClick={selection.clear}>
          <CloseIcon />
        </IconButtonWithTip>
      </StickyBar>
    </div>
  );
}
