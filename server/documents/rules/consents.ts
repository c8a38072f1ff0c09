// Kinds of consent as papers word them: one kind, one sheet, with what each is for and nothing of the others. Pure.
import type { ConsentKind } from '../../../contract/profiles.ts';

export const CONSENT = 'consent_pd';
/** What is meant when nobody says which. */
export const USUAL: ConsentKind = 'pd_processing';
export const consentOf = (kind: ConsentKind | null | undefined): ConsentKind => kind ?? USUAL;

/** Names of papers by kind; the usual one has the name of its kind of paper. */
export const consentTitles: Record<Exclude<ConsentKind, 'pd_processing'>, string> = {
  health: 'Согласие на обработку сведений о здоровье',
  sms_info: 'Согласие на СМС-сообщения',
  email_info: 'Согласие на письма по e-mail',
  ads: 'Согласие на рекламу',
};

/** What a paper is called; that somebody gave one about his health is told to those alone who may read of it. */
export const paperTitle = (name: string, kind: string | null | undefined, tellsHealth: boolean): string =>
  kind === 'health' && !tellsHealth ? name : (consentTitles[kind as keyof typeof consentTitles] ?? name);

interface ConsentWords {
  /** Behind «СОГЛАСИЕ». */
  title: string;
  /** «Даю согласие оператору — … — »: on what; `whose` are the data of who signs, or of the child. */
  what: (whose: string) => string;
  purpose: string;
  data: string;
  actions: string;
  /** Behind the МО and the region, whose officials see the register; null where nobody gets the data at all. */
  third: string;
  term: string;
  revoking: string;
  /** What a refusal changes. */
  note: string;
}

const BY_ORDER = 'лица, которым оператор поручил';
const KEEPING = 'сбор, запись, систематизация, накопление, хранение, уточнение, извлечение, использование';
const ENDING = 'блокирование, удаление, уничтожение; с использованием средств автоматизации и без них';
const SENT = `запись, хранение, уточнение, использование для отправки, передача третьим лицам, указанным ниже, ${ENDING}`;
const LETTER = 'письменным заявлением оператору';

export const consentWords: Record<ConsentKind, ConsentWords> = {
  pd_processing: {
    title: 'на обработку персональных данных',
    what: (whose) => `на обработку ${whose}`,
    purpose: 'ведение реестра членов и владельцев гаражей, учёт взносов, переоформление, выдача документов.',
    data: 'фамилия, имя, отчество, дата рождения, паспортные данные, адреса регистрации и проживания, телефоны, e-mail, сведения о членстве, льготах (без сведений о здоровье), гаражах и взносах.',
    actions: `${KEEPING}, передача третьим лицам, указанным ниже, ${ENDING}.`,
    third: `; лица, обрабатывающие данные по поручению оператора для отправки сообщений и нормализации адресов.`,
    term: 'до прекращения членства и владения гаражом и пять лет после этого.',
    revoking: `${LETTER}; обработка прекращается в срок, установленный законом, кроме случаев, когда она допускается без согласия.`,
    note: '',
  },
  health: {
    title: 'на обработку сведений о состоянии здоровья (специальной категории персональных данных)',
    what: (whose) => `на обработку ${whose}, относящихся к состоянию здоровья`,
    purpose: 'назначение и учёт льготы по взносам, которая зависит от инвалидности, проверка её основания и срока.',
    data: 'сведения об инвалидности (владельца или ребёнка в его семье): группа, вид льготы; серия, номер, дата, срок и кем выдан подтверждающий документ; фамилия, имя, отчество и номер гаража, к которым относится льгота. Диагноз и медицинские документы не собираются.',
    actions: `${KEEPING}, ${ENDING}. Распространение не допускается.`,
    third: ' — только сотрудникам с правом ведения реестра; иным лицам эти сведения не передаются.',
    term: 'до окончания льготы или отзыва согласия; документы, по которым льгота уже применена, хранятся срок, установленный для учёта взносов.',
    revoking: `${LETTER}; льгота, зависящая от здоровья, с этого дня не применяется.`,
    note: 'Согласие даётся письменно и отдельно от других (часть 1 статьи 9 и пункт 1 части 2 статьи 10 Федерального закона № 152-ФЗ).',
  },
  sms_info: {
    title: 'на получение СМС-сообщений',
    what: (whose) => `на отправку мне СМС-сообщений и на обработку для этого ${whose}`,
    purpose:
      'сообщения о взносах и долге, собраниях, переоформлении, работах и событиях на территории. Рекламы в них нет.',
    data: 'фамилия, имя, отчество, номер телефона, указанный выше, номер гаража, суммы и сроки взносов.',
    actions: `${SENT}.`,
    third: `; ${BY_ORDER} отправку СМС, и операторы связи, которые их доставляют.`,
    term: 'до отзыва согласия или прекращения владения гаражом.',
    revoking: `${LETTER} или на приёме; СМС после этого не отправляются.`,
    note: 'Отказ не влияет на членство и права владельца: сообщения остаются на доске объявлений и на бумаге.',
  },
  email_info: {
    title: 'на получение писем по электронной почте',
    what: (whose) => `на отправку мне писем по электронной почте и на обработку для этого ${whose}`,
    purpose:
      'письма о взносах и долге, квитанции, извещения о собраниях, о переоформлении, работах и событиях на территории. Рекламы в них нет.',
    data: 'фамилия, имя, отчество, адрес e-mail, указанный выше, номер гаража, суммы и сроки взносов.',
    actions: `${SENT}.`,
    third: `; ${BY_ORDER} отправку писем, и почтовые службы, которые их доставляют.`,
    term: 'до отзыва согласия или прекращения владения гаражом.',
    revoking: `${LETTER}, на приёме или по ссылке «отписаться» в письме; письма после этого не отправляются.`,
    note: 'Отказ не влияет на членство и права владельца: сообщения остаются на доске объявлений и на бумаге.',
  },
  ads: {
    title: 'на получение рекламы',
    what: (whose) => `на получение рекламы по СМС и e-mail и на обработку для этого ${whose}`,
    purpose: 'предложения товаров, работ и услуг оператора и его партнёров (статья 18 Федерального закона № 38-ФЗ).',
    data: 'фамилия, имя, отчество, номер телефона и адрес e-mail, указанные выше.',
    actions: `${SENT}.`,
    third: `; ${BY_ORDER} отправку сообщений. Партнёрам данные не передаются.`,
    term: 'до отзыва согласия.',
    revoking: `${LETTER}, на приёме или по ссылке «отписаться» в письме; реклама прекращается сразу.`,
    note: 'Согласие даётся по желанию: отказ ни на что не влияет.',
  },
};

/** Whether the sheet names the phones and the address by which one is written to. */
export const tellsContacts = (kind: ConsentKind): { phones: boolean; email: boolean } => ({
  phones: kind === 'sms_info' || kind === 'ads',
  email: kind === 'email_info' || kind === 'ads',
});
