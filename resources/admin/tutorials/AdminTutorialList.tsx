// All instructions, hidden ones too.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import {
  addProgramTutorials,
  helpPages,
  programTutorials,
  setHelpPage,
  type TutorialRow,
} from '../../../contract/tutorials.ts';
import { tutorialPages, type TutorialPage } from '../../../contract/tutorialWords.ts';
import { call, errorsOf } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { pages } from '../../../contract/pages.ts';
import { Note } from '../../../widgets/Note.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { toast } from '../../../widgets/toasts.ts';
import { useResourcePages } from '../../productResource.ts';
import { useLoudAction } from '../../useLoudAction.ts';
import styles from '../../tutorials/tutorials.module.css';

export default function AdminTutorialList() {
  const { create } = useResourcePages();
  const { data, error } = useGetList<TutorialRow>('tutorials', {
    pagination: { page: 1, perPage: 500 },
    sort: { field: 'sort', order: 'ASC' },
    filter: { hidden: true },
  });
  if (error) return <ErrorNote>{error.message}</ErrorNote>;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Инструкции</h1>
        <div className={styles.search}>
          <Button component={Link} to={create} variant="contained">
            Добавить инструкцию
          </Button>
        </div>
      </header>
      <FromProgram />
      <HelpPages rows={data ?? []} />
      <div className={styles.list}>
        <h2>Все инструкции</h2>
        {data?.map((row) => (
          <Link key={row.id} to={pages.adminTutorial(row.id)} className={styles.row}>
            <b>{row.title}</b>
            <small>{row.pages.map((page) => tutorialPages[page]).join(', ')}</small>
            <small>{row.is_active ? 'показана' : 'скрыта'}</small>
          </Link>
        ))}
      </div>
    </div>
  );
}

/** What a newer version of the program brought: added when a superuser says so, never by itself. */
function FromProgram() {
  const { data } = useQuery(reading(programTutorials));
  const { run, busy } = useLoudAction('tutorials');
  const add = (titles: string[]) =>
    run(
      () => call(addProgramTutorials, { body: { titles }, quiet: true }),
      ({ added }) => `Добавлено инструкций: ${added}`,
    );
  if (!data?.data.length) return null;
  return (
    <Note
      title={`С программой пришли инструкции, которых здесь нет: ${data.data.length}`}
      action={
        <Button size="small" disabled={busy} onClick={() => void add(data.data.map(({ title }) => title))}>
          Добавить
        </Button>
      }
    >
      {data.data.map(({ title }) => `«${title}»`).join(', ')}
    </Note>
  );
}

/** Which instruction F1 opens on each main page. */
function HelpPages({ rows }: { rows: readonly TutorialRow[] }) {
  const client = useQueryClient();
  const { data } = useQuery(reading(helpPages));
  const [problem, setProblem] = useState<{ page: string; text: string } | null>(null);
  const give = async (page: TutorialPage, tutorial_id: number | null) => {
    try {
      await call(setHelpPage, { body: { page, tutorial_id }, quiet: true });
      setProblem(null);
      toast(`Инструкция страницы «${tutorialPages[page]}» сохранена`);
      await readAnew(client, 'tutorials');
    } catch (error) {
      setProblem({ page, text: Object.values(errorsOf(error))[0]! });
    }
  };
  if (!data) return null;
  const options = rows.filter((row) => row.is_active).map((row) => ({ value: row.id, label: row.title }));
  return (
    <section aria-label="Инструкции страниц" className={styles.list}>
      <h2>Что открывает «Инструкция» и F1</h2>
      <div className={styles.helpTable}>
        {data.data.map((row) => (
          <SelectBox
            key={row.page}
            label={tutorialPages[row.page]}
            value={row.tutorial_id}
            options={options}
            error={problem?.page === row.page ? problem.text : undefined}
            onChange={(value) => void give(row.page, value === null ? null : Number(value))}
          />
        ))}
      </div>
    </section>
  );
}
