// Addresses of the console's pages; menu, links, letters and redirects all use these.

/** What a link of a letter opens on `/sign`. */
export const linkFlows = [
  'reset_password',
  'new_device',
  'deny_device',
  'invite',
  'reset_email',
  'deny_email',
  'confirm_email',
] as const;
export type LinkFlow = (typeof linkFlows)[number];
/** Address of a letter's link; the part after # never reaches a server's journal. */
export const linkPage = (flow: LinkFlow, secret: string) => `/sign#${flow}=${secret}`;

/** Address of a list under conditions of its own. */
export const listWith = (path: string, filter: object): string =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

const adminRecord = (slug: string) => (id: number) => `/admin/${slug}/${id}`;

export const pages = {
  sign: '/sign',
  terms: '/termsofuse',
  forgotPassword: '/sign?forgot',
  garages: '/',
  today: '/today',
  archive: '/archive',
  garageMap: (poId: number) => `/?view=map&po=${poId}`,
  /** The register on a day: of a place, or of one garage. */
  garagesAsOf: (about: { po?: number; garage?: number } = {}) =>
    `/garages_as_of${about.po ? `?po=${about.po}` : about.garage ? `?garage=${about.garage}` : ''}`,
  garage: (id: number) => `/garage/${id}`,
  garageContributions: (id: number) => `/garage/${id}/contributions`,
  debtAgeing: '/contributions/ageing',
  debtsOfAge: ({
    mo,
    po,
    age,
  }: {
    mo?: readonly number[] | undefined;
    po?: readonly number[] | undefined;
    age: string;
  }) =>
    `/contributions/ageing?${new URLSearchParams({ ...(mo?.length && { mo: mo.join(',') }), ...(po?.length && { po: po.join(',') }), age })}`,
  garageEdit: (id: number) => `/garage_edit/${id}`,
  garageCreate: '/create-garage',
  newReregistration: (garageId: number) => `/garage/${garageId}/new_reregistration`,
  profiles: '/profiles',
  profile: (id: number) => `/profile/${id}`,
  profileNotifications: (id: number) => `/profile/${id}/notifications`,
  profileEdit: (id: number) => `/profile_edit/${id}`,
  profileCreate: '/create-profile',
  reregistrations: '/reregistrations',
  applications: '/reregistrations/applications',
  reregistration: (id: number) => `/reregistration/${id}`,
  documents: '/document',
  documentBatch: '/document_batch',
  documentScans: '/document_scans',
  document: (id: number) => `/document/${id}`,
  contributions: '/contributions',
  penalties: '/contributions/penalties',
  closing: '/contributions/closing',
  /** Mass accrual. */
  accrual: '/contributions/new',
  accrualOf: (garageId: number) => `/contributions/new?garage=${garageId}`,
  payments: '/contributions/payments',
  /** A dialog over the list of payments: the cash day, a refund, an offset… */
  paymentDialog: (which: string) => `/contributions/payments#${which}`,
  paymentDesk: (garageId?: number) => `/contributions/payments/desk${garageId ? `?garage=${garageId}` : ''}`,
  statement: '/contributions/payments/statement',
  contribution: (id: number) => `/contribution/${id}`,
  contributionEdit: (id: number) => `/contribution_edit/${id}`,
  balanceOperation: (id: number) => `/balance_operation/${id}`,
  balanceOperationEdit: (id: number) => `/balance_operation_edit/${id}`,
  notifications: '/notifications',
  notification: (id: number) => `/notification/${id}`,
  notificationCheck: (id: number) => `/notification/${id}/check`,
  informingHistory: (id: number) => `/informing_history/${id}`,
  notificationConstructor: '/notification_constructor',
  news: '/news',
  newsOne: (id: number) => `/news/${id}`,
  newsNew: '/news/new',
  newsEdit: (id: number) => `/news/${id}/edit`,
  tutorials: '/tutorials',
  tutorial: (id: number) => `/tutorials/${id}`,
  support: '/support',
  /** Who gets which report by the clock. */
  reports: '/reports',
  statistics: '/statistics',
  statisticsTab: (tab: string) => `/statistics/${tab}`,
  /** The story of one object: its lines in the log, the last first. */
  story: (type: string, id: number) => listWith('/statistics', { object: `${type}:${id}` }),
  search: (query: string) => `/global_search?q=${encodeURIComponent(query)}`,
  user: '/user',
  jobs: '/jobs',
  admin: '/admin',
  adminTab: (tab: string) => `/admin/${tab}`,
  adminOutbox: '/admin/outbox',
  adminInstruments: '/admin/instruments',
  adminMerge: '/admin/merge_profiles',
  handovers: '/handovers',
  handover: (id: number) => `/handovers/${id}`,
  adminPersonal: '/admin/personal_data',
  adminDemandTerms: '/admin/demand_terms',
  personalData: (id: number) => `/profile/${id}/data`,
  adminBackups: '/admin/backups',
  adminLogArchive: '/admin/log_archive',
  adminNormalise: '/admin/normalize_addresses',
  adminUsers: '/admin/users',
  adminUserCreate: '/admin/user',
  adminUser: adminRecord('user'),
  adminRegion: adminRecord('region'),
  adminMo: adminRecord('mo'),
  adminPo: adminRecord('po'),
  adminMoImport: (id: number, book: number) => `/admin/mo/${id}/import/${book}`,
  adminPoImport: (id: number, batch: number) => `/admin/po/${id}/import/${batch}`,
  adminGarageType: adminRecord('admin_garage_type'),
  adminAccrualType: adminRecord('admin_accrual_type'),
  adminPaymentType: adminRecord('admin_payment_type'),
  adminPrivilege: adminRecord('admin_privilege'),
  adminKeyRate: adminRecord('admin_key_rate'),
  adminSmsPrice: adminRecord('admin_sms_price'),
  adminDocumentType: adminRecord('admin_document'),
  adminNews: adminRecord('admin_news'),
  adminTutorial: adminRecord('admin_tutorial'),
  adminGalleryItem: adminRecord('admin_gallery'),
} as const;
