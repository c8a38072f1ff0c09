// What react-admin itself has to say becomes one of our messages.
import { useNotificationContext, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { FAULT_TEXT, NOT_FOUND_TEXT } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';

/** Said by the server-error dialog already. */
const inDialog = new Set([FAULT_TEXT, NOT_FOUND_TEXT]);

export function LibraryNotices() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    const notice = notifications.length ? takeNotification() : undefined;
    if (typeof notice?.message !== 'string') return;
    const text = translate(notice.message, { _: notice.message, ...notice.notificationOptions?.messageArgs });
    if (!inDialog.has(text)) toast(text, { kind: notice.type === 'error' ? 'error' : 'done' });
  }, [notifications, takeNotification, translate]);
  return null;
}
