// «Как карточка стала такой»: from a card to its lines in the log.
import { Link } from 'react-router';
import type { ObjectType } from '../../contract/kernel/objects.ts';
import { pages } from '../../contract/pages.ts';
import styles from './actionLog.module.css';

export const StoryLink = ({ type, id }: { type: ObjectType; id: number }) => (
  <p className={styles.story}>
    <Link to={pages.story(type, id)}>Как карточка стала такой</Link>
  </p>
);
