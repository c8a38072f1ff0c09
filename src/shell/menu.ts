// Entries of the main navigation and of the mobile menu, with their conditions.
import ArticleIcon from '@mui/icons-material/NewspaperOutlined';
import BookIcon from '@mui/icons-material/MenuBookOutlined';
import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import GarageIcon from '@mui/icons-material/GarageOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import SwapIcon from '@mui/icons-material/SwapHoriz';
import type { ComponentType } from 'react';
import { canAccrue, canMail, canReadMoney, type Actor } from '../../contract/kernel/scope.ts';
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
  /** Key of what is new: «+3». */
  news?: 'newReregistrations' | 'newNews';
  /** On a phone the payment button of the header leads here. */
  deskOnly?: boolean;
}

const under =
  (...paths: string[]) =>
  (path: string) =>
    paths.some((one) => path === one || path.startsWith(`${one}/`));
const underGarages = under('/archive', '/garage', '/garage_edit', '/create-garage');

const underMoney = under(
  '/contributions',
  '/contribution',
  '/contribution_edit',
  '/balance_operation',
  '/balance_operation_edit',
);

const menuEntries: readonly MenuEntry[] = [
  {
    label: 'Гаражи',
    to: pages.garages,
    icon: GarageIcon,
    covers: (path) => path === pages.garages || underGarages(path),
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
    covers: underMoney,
    shown: canAccrue,
    deskOnly: true,
  },
  // A region charges nobody and takes no payments: it comes to read who owes.
  {
    label: 'Долги',
    to: pages.debtAgeing,
    icon: RoubleIcon,
    covers: underMoney,
    shown: (actor) => canReadMoney(actor) && !canAccrue(actor),
  },
  { label: 'Новости', to: pages.news, icon: ArticleIcon, covers: under('/news'), news: 'newNews' },
  { label: 'Инструкции', to: pages.tutorials, icon: BookIcon, covers: under('/tutorials') },
];

/** Entries this person sees, in the left navigation or in the mobile menu. */
export const entriesFor = (actor: Actor | null, place: 'desk' | 'phone'): MenuEntry[] =>
  menuEntries.filter(
    (entry) => (place === 'desk' || !entry.deskOnly) && (!entry.shown || (actor !== null && entry.shown(actor))),
  );
