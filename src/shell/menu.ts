// Entries of the main navigation and of the mobile menu, with their conditions.
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import GarageIcon from '@mui/icons-material/GarageOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import SwapIcon from '@mui/icons-material/SwapHoriz';
import type { ComponentType } from 'react';
import { canAccrue, canMail, type Actor } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';

export interface MenuEntry {
  label: string;
  to: string;
  icon: ComponentType;
  /** Paths that light the entry. */
  covers: (path: string) => boolean;
  shown?: (actor: Actor) => boolean;
  /** Key of the counter shown beside the entry. */
  count?: 'garages' | 'profiles';
  news?: 'newReregistrations' | 'newNews';
}

const under =
  (...paths: string[]) =>
  (path: string) =>
    paths.some((one) => path === one || path.startsWith(`${one}/`));

export const menuEntries: readonly MenuEntry[] = [
  {
    label: 'Гаражи',
    to: pages.garages,
    icon: GarageIcon,
    covers: (path) => path === '/' || under('/archive', '/garage', '/garage_edit', '/create-garage')(path),
    count: 'garages',
  },
  {
    label: 'Люди',
    to: pages.profiles,
    icon: PeopleIcon,
    covers: under('/profiles', '/profile', '/profile_edit', '/create-profile'),
    count: 'profiles',
  },
  {
    label: 'Переоформления',
    to: pages.reregistrations,
    icon: SwapIcon,
    covers: under('/reregistrations', '/reregistration'),
    news: 'newReregistrations',
  },
  { label: 'Документы', to: pages.documents, icon: DocumentIcon, covers: under('/document') },
  {
    label: 'Рассылки',
    to: pages.notifications,
    icon: MailIcon,
    covers: under('/notifications', '/notification', '/informing_history', '/notification_constructor'),
    shown: canMail,
  },
  {
    label: 'Взносы',
    to: pages.payments,
    icon: RoubleIcon,
    covers: under('/contributions', '/contribution', '/balance_operation'),
    shown: canAccrue,
  },
  { label: 'Новости', to: pages.news, icon: ArticleIcon, covers: under('/news'), news: 'newNews' },
  { label: 'Инструкции', to: pages.tutorials, icon: BookIcon, covers: under('/tutorials') },
];
/** Entries of the mobile menu, as the specification lists them. */
export const mobileLabels = new Set([
  'Гаражи',
  'Люди',
  'Переоформления',
  'Документы',
  'Рассылки',
  'Новости',
  'Инструкции',
  'Взносы',
]);
