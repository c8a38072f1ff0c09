// Mailings: letters and messages to people, by people or by garages.
import MailIcon from '@mui/icons-material/MailOutlined';
import { canMail, mailingSend, type Actor } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import type { NotificationRow } from '../../contract/notifications.ts';
import { lazyPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const noRegion = (actor: Actor) => (actor.region ? pages.notifications : null);
const constructor = lazyPage(() => import('./ConstructorPage.tsx'));
const journal = lazyPage(() => import('./NotificationList.tsx'));

export default {
  name: 'notifications',
  list: journal,
  show: constructor,
  create: constructor,
  recordRepresentation: ({ id, title }: Partial<NotificationRow>) => title || `Рассылка № ${id}`,
  icon: MailIcon,
  options: {
    label: 'Рассылки',
    paths: { list: pages.notifications, show: '/notification/:id', create: pages.notificationConstructor },
    also: [
      {
        path: '/notifications/profiles',
        page: lazyPage(() => import('./PeopleToWrite.tsx')),
        needs: mailingSend,
        away: noRegion,
      },
      {
        path: '/notifications/garages',
        page: lazyPage(() => import('./GaragesToWrite.tsx')),
        needs: mailingSend,
        away: noRegion,
      },
      { path: '/notifications/drafts', page: journal, needs: mailingSend },
      {
        path: '/notifications/reminders',
        page: lazyPage(() => import('./RemindersPage.tsx')),
        needs: mailingSend,
      },
      { path: '/notification/:id/check', page: lazyPage(() => import('./check/CheckPage.tsx')), needs: mailingSend },
      { path: '/informing_history/:id', page: lazyPage(() => import('./history/HistoryPage.tsx')), needs: mailingSend },
    ],
    needs: mailingSend,
    menu: [{ shown: canMail }],
  },
} satisfies ProductResource;
