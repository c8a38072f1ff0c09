// The news as each part of its audience will see it: the row of the list, the text, the files, «Ознакомлен».
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { newsAudience, type Audience } from '../../contract/news.ts';
import { roleNames, type Role } from '../../contract/users.ts';
import { reading } from '../../providers/reading.ts';
import { countOf } from '../../widgets/format.ts';
import { RichTextView } from '../../widgets/richText/RichTextView.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import styles from './news.module.css';

export interface PreviewProps {
  title: string;
  body: RichText;
  asksAck: boolean;
  files: readonly string[];
  audience: Audience;
  /** Roles that a news may be written to. */
  roles: readonly Role[];
  nameOf: (place: Audience['places'][number]) => string;
}

const WHOLE = 'whole';

export function Preview({ title, body, asksAck, files, audience, roles, nameOf }: PreviewProps) {
  const [place, setPlace] = useState(WHOLE);
  const [role, setRole] = useState(WHOLE);
  const keyOf = ({ level, id }: Audience['places'][number]) => `${level}:${id}`;
  const chosen = audience.places.find((one) => keyOf(one) === place);
  const told = audience.roles.length ? audience.roles : roles;
  const part: Audience = {
    all: audience.all,
    places: chosen ? [chosen] : audience.places,
    roles: role === WHOLE ? audience.roles : [role as Role],
  };
  const { data } = useQuery({
    ...reading(newsAudience, { body: { audience: part } }),
    enabled: part.all || part.places.length > 0,
  });
  const isEmpty = (!audience.all && !audience.places.length) || data?.people === 0;
  return (
    <section className={styles.preview} aria-label="Как увидят новость">
      <div className={styles.previewFor}>
        {!audience.all && (
          <SelectBox
            label="Чьими глазами: место"
            value={place}
            onChange={(key) => setPlace(String(key ?? WHOLE))}
            options={[
              { value: WHOLE, label: 'Все выбранные места' },
              ...audience.places.map((one) => ({ value: keyOf(one), label: nameOf(one) })),
            ]}
          />
        )}
        <SelectBox
          label="Чьими глазами: роль"
          value={role}
          onChange={(key) => setRole(String(key ?? WHOLE))}
          options={[
            { value: WHOLE, label: 'Все выбранные роли' },
            ...told.map((one) => ({ value: one, label: roleNames[one] ?? one })),
          ]}
        />
      </div>
      {isEmpty ? (
        <p role="status">Здесь её никто не увидит: таких должностных лиц нет.</p>
      ) : (
        <>
          {data && <p className={styles.meta}>Увидят: {countOf(data.people, ['человек', 'человека', 'человек'])}</p>}
          <article className={styles.body}>
            <h2>{title || 'Без заголовка'}</h2>
            <RichTextView text={body} />
            {files.length > 0 && <p className={styles.meta}>Файлы: {files.join(', ')}</p>}
            {asksAck && (
              <Button variant="contained" disabled>
                Ознакомлен
              </Button>
            )}
          </article>
        </>
      )}
    </section>
  );
}
