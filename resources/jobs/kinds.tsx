// How kinds of background work look and are called.
import type { ReactNode } from 'react';
import AccrualIcon from '@mui/icons-material/CurrencyRubleOutlined';
import AddressIcon from '@mui/icons-material/PlaceOutlined';
import ArchiveIcon from '@mui/icons-material/Inventory2Outlined';
import BackupIcon from '@mui/icons-material/BackupOutlined';
import AsOfIcon from '@mui/icons-material/HistoryOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import MergeIcon from '@mui/icons-material/CallMergeOutlined';
import PackIcon from '@mui/icons-material/FolderZipOutlined';
import PaperIcon from '@mui/icons-material/PrintOutlined';
import OtherIcon from '@mui/icons-material/PendingActionsOutlined';

interface KindLook {
  label: string;
  icon: ReactNode;
}

const looks: Record<string, KindLook> = {
  'registry-import': { label: 'Загрузка реестра', icon: <ImportIcon /> },
  accrual: { label: 'Начисление', icon: <AccrualIcon /> },
  'merge-search': { label: 'Поиск похожих карточек', icon: <MergeIcon /> },
  'paper-batch': { label: 'Печать пачки', icon: <PaperIcon /> },
  'address-normalisation': { label: 'Нормализация адресов', icon: <AddressIcon /> },
  'address-decision': { label: 'Запись адресов', icon: <AddressIcon /> },
  backup: { label: 'Копия установки', icon: <BackupIcon /> },
  'log-archive': { label: 'Архив журнала', icon: <ArchiveIcon /> },
  'as-of': { label: 'Реестр на дату', icon: <AsOfIcon /> },
  'register-pack': { label: 'Полный реестр', icon: <PackIcon /> },
  'log-export': { label: 'Выгрузка журнала', icon: <ArchiveIcon /> },
  penalty: { label: 'Пени', icon: <AccrualIcon /> },
};

export const kindOf = (kind: string): KindLook => looks[kind] ?? { label: 'Другое', icon: <OtherIcon /> };
