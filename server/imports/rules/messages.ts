// What the official reads about each noticed thing.
import type { ImportField, ImportIssueCode } from '../../../contract/importFields.ts';
import { maskCell } from './masks.ts';

/** What a sentence may need: the text of the cell, what was read from it, the title of its column. */
export interface IssueFacts {
  raw: string;
  shown: string;
  title: string;
}

const sentences: Record<ImportIssueCode, (facts: IssueFacts) => string> = {
  duplicate_garage: ({ shown }) => `Гараж ${shown}. Эта строка не будет загружена`,
  number_missing: () => 'Не указан номер гаража. Строка не будет загружена',
  place_too_long: ({ raw }) => `«${raw}»: номер и секция не длиннее 20 знаков. Строка не будет загружена`,
  number_refused: ({ raw }) =>
    `Номер «${raw}» не подходит: нужен один номер из цифр, букв и знаков / - . Впишите его. Строка не будет загружена`,
  passport_conflict: ({ shown }) => `${shown}. Решите, чей он: строка не будет загружена`,
  garage_unknown: ({ raw }) => `Гаража «${raw}» нет на листах с гаражами. Сумма не будет загружена`,
  section_missing: () => 'Секция не указана, у соседних строк она есть',
  section_spelling: ({ raw, shown }) => `Секция «${raw}» записана как «${shown}»: это одна секция`,
  number_was_date: ({ raw, shown }) => `Номер «${raw}» превратился в дату. Прочитан как «${shown}»`,
  number_normalised: ({ raw, shown }) => `Номер «${raw}» записан как «${shown}»`,
  number_zeros: ({ raw }) => `Номер «${raw}» начинается с нуля. Если это «${raw.replace(/^0+(?=\d)/, '')}», исправьте`,
  latin_in_cyrillic: ({ raw, shown }) => `В имени «${raw}» латинские буквы. Записано как «${shown}»`,
  same_person_other_spelling: ({ raw, shown }) =>
    `«${raw}» — тот же человек, что и «${shown}» выше. Оставлено первое написание`,
  date_two_digit_year: ({ raw, shown, title }) => `${title}: «${raw}» прочитано как ${shown}. Проверьте год`,
  date_year_only: ({ raw, shown, title }) =>
    shown
      ? `${title}: указан только год («${raw}»). Записано ${shown}`
      : `${title}: указан только год («${raw}»). Дата не записана`,
  date_impossible: ({ raw, title }) => `${title}: даты «${raw}» не бывает или она не прочитана. Дата не записана`,
  date_doubtful: ({ raw, title }) => `${title}: дата «${raw}» сомнительна. Не записана`,
  balance_unparsable: ({ raw }) => `Сумма «${raw}» не прочитана. Долг не записан`,
  balance_mismatch: ({ raw, shown }) => `По строке выходит ${shown}, а в столбце ${raw}. Взято из столбца`,
  lines_differ: ({ raw, shown, title }) => `${title}: во второй строке гаража «${raw}». ${shown}`,
  debt_elsewhere: ({ raw, shown }) =>
    `На листе с долгами у этого гаража ${raw}, в его строке ${shown}. Взято из строки: проверьте, какой долг верен`,
  co_owner_told: ({ shown }) => `С листа совладельцев взято: ${shown}`,
  co_owner_differs: ({ shown }) => `${shown}. Эта строка не загружается: исправьте её или лист ПО`,
  garage_of_owners: () =>
    'На листах с гаражами его нет: с листа совладельцев взяты номер и владельцы, остального о гараже в книге нет',
  balance_text: ({ raw, shown }) => `Сумма «${raw}» прочитана как ${shown}. Проверьте её`,
  formula_value: ({ raw, title }) => `${title}: в ячейке формула. Взято её значение${raw ? ` «${raw}»` : ' (пусто)'}`,
  landline: ({ raw }) => `«${raw}»: городской телефон. СМС на него не дойдёт`,
  owner_initials_only: ({ raw }) => `«${raw}»: указаны только инициалы. Дополните имя и отчество`,
  owner_is_organisation: ({ raw, shown }) =>
    shown
      ? `«${raw}»: организация. Будет её карточка «${shown}»; паспорт, день рождения и членство к ней не записываются`
      : `«${raw}»: организация, но название не отделено. Карточка не создана, исправьте ячейку`,
  inn_wrong: ({ raw }) => `«${raw}»: контрольная цифра ИНН не сходится. ИНН не записан`,
  inn_missing: ({ raw }) => `«${raw}»: нет ИНН организации. Владелец не записан, текст сохранён в строке`,
  owner_is_estate: ({ raw }) => `«${raw}»: наследники. Человек не создан`,
  owner_words: ({ raw, shown }) =>
    `«${raw}»: рядом с именем лишнее${shown ? `, записано «${shown}»` : ''}. Текст сохранён в строке`,
  owner_same_as_above: ({ raw, shown }) => `«${raw}»: взят владелец строки выше${shown ? `, ${shown}` : ''}`,
  name_unparsable: ({ raw }) => `«${raw}»: имя не прочитано. Владелец не записан`,
  name_case: ({ raw, shown }) => `«${raw}» записано как «${shown}»`,
  passport_unusable: ({ raw }) => `Паспорт «${raw}» не настоящий. Не записан`,
  two_owners_in_cell: ({ raw }) => `«${raw}»: несколько владельцев. Остальные данные строки записаны первому`,
  person_told_twice: ({ raw, shown }) =>
    `«${raw}»: ${shown} о нём сказано иначе. Взято оттуда, эта строка не загружается`,
  no_owner: ({ raw }) => (raw ? `«${raw}»: владелец не указан` : 'Владелец не указан'),
  share_unparsable: ({ raw }) => `Доли «${raw}» не прочитаны или вместе не дают целого. Доли не записаны`,
  phone_unparsable: ({ raw }) => `Телефон «${raw}» прочитан не полностью`,
  size_unparsable: ({ raw }) => `Размер «${raw}» не прочитан`,
  text_looks_like_formula: ({ raw, title }) => `${title}: текст «${raw}» похож на формулу. Оставлен текстом`,
  note_says_deceased: ({ raw }) => `В примечании «${raw}»: владелец мог умереть. Проверьте`,
  note_says_sold: ({ raw }) => `В примечании «${raw}»: гараж мог быть продан. Проверьте`,
  value_too_long: ({ title, shown }) => `${title}: длиннее ${shown} знаков. Не записано, текст сохранён в строке`,
  consent_undated: ({ raw, title }) => `${title}: «${raw}» без даты подписания. Будет записано днём загрузки`,
  privilege_unconsented: ({ raw }) =>
    `Льгота «${raw}» не записана, текст сохранён в строке: нужно письменное согласие на обработку сведений о здоровье`,
  value_unknown: ({ raw, title }) => `${title}: «${raw}» не распознано. Текст сохранён в строке`,
};

/** One Russian sentence for the official. */
export function issueMessage(code: ImportIssueCode, facts: IssueFacts): string {
  return sentences[code](facts);
}

/** The sentence as it is kept: what a personal cell holds is masked. */
export const toldMessage = (code: ImportIssueCode, field: ImportField, { raw, shown, title }: IssueFacts): string =>
  sentences[code]({ raw: maskCell(field, raw), shown: saysWhere.has(code) ? shown : maskShown(field, shown), title });

/** A value in quotes stands in words of its own. */
const maskShown = (field: ImportField, shown: string) =>
  shown.includes('«')
    ? shown.replace(/«([^»]*)»/g, (_, value: string) => `«${maskCell(field, value)}»`)
    : maskCell(field, shown);

/** What they show beside the cell is a row or a name, nothing personal. */
const saysWhere = new Set<ImportIssueCode>(['passport_conflict', 'person_told_twice', 'value_too_long']);

/** Codes after which the raw text of the cell is kept with the row: it was changed, dropped or partly read. */
export const keepsRawText: ReadonlySet<ImportIssueCode> = new Set<ImportIssueCode>([
  'number_was_date',
  'number_normalised',
  'latin_in_cyrillic',
  'same_person_other_spelling',
  'date_two_digit_year',
  'date_year_only',
  'date_impossible',
  'date_doubtful',
  'balance_text',
  'balance_unparsable',
  'owner_is_organisation',
  'owner_is_estate',
  'owner_words',
  'name_unparsable',
  'passport_unusable',
  'two_owners_in_cell',
  'no_owner',
  'share_unparsable',
  'phone_unparsable',
  'size_unparsable',
  'value_unknown',
  'value_too_long',
]);
