// The page of one instruction.
import { Link, useParams } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { TutorialView } from './TutorialView.tsx';
import styles from './tutorials.module.css';

export default function TutorialPage() {
  const id = Number(useParams().id);
  return (
    <div className={styles.single}>
      <Link to={pages.tutorials}>‹ Все инструкции</Link>
      <TutorialView key={id} id={id} />
    </div>
  );
}
