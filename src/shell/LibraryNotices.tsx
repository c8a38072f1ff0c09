// What react-admin itself has to say becomes one of our messages.
import { useNotificationContext, useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { FAULT_TEXT, NOT_FOUND_TEXT } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';

/** Said by the server-error dialog already, as texts or as keys of the library. */
const inDialog = new Set<string>([FAULT_TEXT, NOT_FOUND_TEXT, 'ra.notification.item_doesnt_exist']);

export function LibraryNotices() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    const notice = notifications.length ? takeNotification() : undefined;
    if (typeof notice?.message !== 'string') return;
    if (inDialog.has(notice.message)) return;
    const text = translate(notice.message, { _: notice.message, ...notice.notificationOptions?.messageArgs });
    toast(text, { kind: notice.type === 'error' ? 'error' : 'done' });
  }, [notifications, takeNotification, translate]);
  return null;
}
