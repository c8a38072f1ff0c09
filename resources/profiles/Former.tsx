// A person whose tie to the reader's place is over: what is left of the card and why, the mark beside the name.
import { Note } from '../../widgets/Note.tsx';
import styles from './profiles.module.css';

export const FormerNote = () => (
  <Note title="Связь человека с вашей организацией прекращена">
    Больше 60 дней у него здесь нет ни гаража, ни долга, ни открытого переоформления. По закону о персональных данных
    остаются имя и своя история: гаражи, документы и сообщения. Телефоны, адреса, паспорт, льготы, файлы и комментарии
    не показываются, карточку нельзя изменить. Если человек снова получит гараж, карточка откроется сама.
  </Note>
);

export const FormerMark = () => (
  <span className={styles.muted} title="Связь с вашей организацией прекращена: видны имя и своя история">
    {' '}
    · прежний
  </span>
);
