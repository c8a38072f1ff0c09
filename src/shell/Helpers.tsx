// The support's chat and the page's help over any page: their code comes when one is opened.
import ChatIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import { lazy, Suspense } from 'react';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { openModal } from '../../widgets/modals.ts';
import { openSupport, useHelpOpen, useSupportOpen } from '../../widgets/supportChat.ts';
import { useHotkey } from '../../widgets/useHotkey.ts';
import styles from './nav.module.css';
import { useCounters } from './useShellData.ts';

const SupportChat = lazy(() => loadPatiently(() => import('../../resources/support/SupportChat.tsx')));
const HelpDrawer = lazy(() => loadPatiently(() => import('../../resources/tutorials/HelpDrawer.tsx')));

export function Helpers() {
  const isChat = useSupportOpen();
  const isHelp = useHelpOpen();
  const { data } = useCounters();
  const unread = data?.support ?? 0;
  useHotkey('?', () => openModal({ name: 'keys' }));
  return (
    <Suspense fallback={null}>
      {isHelp && <HelpDrawer />}
      {isChat && <SupportChat />}
      {!isChat && unread > 0 && (
        <button
          type="button"
          className={styles.chat}
          aria-label={`Поддержка: новых ответов ${unread}`}
          onClick={openSupport}
        >
          <ChatIcon fontSize="small" />
          <span>{unread}</span>
        </button>
      )}
    </Suspense>
  );
}
