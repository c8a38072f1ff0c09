// «Банковские выписки»: loaded files and the drop zone, one statement, the queue of what was not recognised.
import BackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { uploadStatement } from '../../contract/bankStatements.ts';
import { useQueryClient } from '@tanstack/react-query';
import { upload, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { FileUpload } from '../../widgets/FileUpload.tsx';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { toast } from '../../widgets/toasts.ts';
import { Queue } from './Queue.tsx';
import { countIn } from './ru.ts';
import { StatementList } from './StatementList.tsx';
import { StatementView } from './StatementView.tsx';
import styles from './statements.module.css';
import { useStatementList } from './useStatements.ts';

const MAX_BYTES = 20 * 1024 * 1024;

export default function StatementPage() {
  const [search, setSearch] = useSearchParams();
  const opened = Number(search.get('statement')) || null;
  if (opened !== null)
    return (
      <StatementView
        key={opened}
        id={opened}
        onOpen={(id) => setSearch({ statement: String(id) })}
        onLeave={() => setSearch({}, { replace: true })}
      />
    );
  return <Start tab={search.get('view') === 'queue' ? 'queue' : 'files'} onTab={setSearch} />;
}

type Tab = 'files' | 'queue';

function Start({ tab, onTab }: { tab: Tab; onTab: (search: Record<string, string>) => void }) {
  const [limit, setLimit] = useState(20);
  const list = useStatementList(limit);
  const unknown = countIn(list.data?.waiting ?? [], 'none').rows;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Банковские выписки</h1>
        <Segmented<Tab>
          small
          label="Что показать"
          value={tab}
          onChange={(value) => onTab(value === 'queue' ? { view: 'queue' } : {})}
          options={[
            { value: 'files', label: 'Выписки', count: list.data?.total },
            { value: 'queue', label: 'Не распознано', count: list.data ? unknown : undefined },
          ]}
        />
        <Button component={Link} to={pages.payments} startIcon={<BackIcon />} className={styles.toPayments}>
          К платежам
        </Button>
      </header>
      {tab === 'queue' ? (
        <Queue />
      ) : (
        <>
          <Upload onLoaded={([id]) => id !== undefined && onTab({ statement: String(id) })} />
          <StatementList
            list={list}
            onOpen={(id) => onTab({ statement: String(id) })}
            onMore={() => setLimit(limit + 20)}
          />
        </>
      )}
    </div>
  );
}

function Upload({ onLoaded }: { onLoaded: (ids: number[]) => void }) {
  const client = useQueryClient();
  const { may, reason } = useMay(financeEdit);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const send = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setShare(0);
    try {
      const { ids } = await upload(uploadStatement, { file, onProgress: setShare, quiet: true });
      void readAnew(client, 'statements');
      if (ids.length > 1) toast(`В файле несколько ваших счетов: выписок ${ids.length}`);
      onLoaded(ids);
    } catch (error) {
      setProblem((error as HttpError).body.errors?.file ?? (error as HttpError).message);
    } finally {
      setShare(null);
    }
  };
  return (
    <div className={styles.upload} data-help="statement.file">
      <FileUpload
        label="Файл из клиент-банка"
        accept=".txt"
        maxBytes={MAX_BYTES}
        value={[]}
        disabled={!may || share !== null}
        onChange={([file]) => void send(file)}
        error={problem}
        helperText={
          reason ?? 'Обмен с 1С (1CClientBankExchange), .txt. Ничего не проводится, пока вы не нажмёте «Провести»'
        }
      />
      {share !== null && <ProgressBar label="Отправка и чтение" done={Math.round(share * 100)} total={100} />}
    </div>
  );
}
