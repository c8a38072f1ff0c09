// Mailings: letters and messages to people, by people or by garages.
import MailIcon from '@mui/icons-material/MailOutlined';
import { canMail, mailingSend, type Actor } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { soonPage } from '../../widgets/lazyPage.tsx';
import type { ProductResource } from '../productResource.ts';

const soon = soonPage('Рассылки', 'Этот раздел рассылок готовится.');
const noRegion = (actor: Actor) => (actor.region ? pages.notifications : null);

export default {
  name: 'notifications',
  list: soonPage('Рассылки', 'Здесь будет журнал рассылок.'),
  show: soon,
  create: soon,
  recordRepresentation: ({ id }) => `Рассылка № ${id}`,
  icon: MailIcon,
  options: {
    label: 'Рассылки',
    paths: { list: pages.notifications, show: '/notification/:id', create: pages.notificationConstructor },
    also: [
      {
        path: '/notifications/profiles',
        page: soonPage('Рассылки людям', 'Здесь будет выбор получателей.'),
        needs: mailingSend,
        away: noRegion,
      },
      {
        path: '/notifications/garages',
        page: soonPage('Рассылки по гаражам', 'Здесь будет выбор гаражей.'),
        needs: mailingSend,
        away: noRegion,
      },
      { path: '/notifications/drafts', page: soon, needs: mailingSend },
      { path: '/informing_history/:id', page: soon, needs: mailingSend },
    ],
    needs: mailingSend,
    menu: [{ shown: canMail }],
  },
} satisfies ProductResource;
