// What a column title means.
import { foldText } from '../../../contract/kernel/words.ts';
import { garageFields } from '../../../contract/fields/garages.ts';
import { importKeyOf, plainFields } from '../../../contract/kernel/fields.ts';
import type { ImportField } from '../../../contract/importFields.ts';
import { tidy } from './text.ts';

export interface TitleGuess {
  field: ImportField;
  confidence: number;
}

/**
 * Guess for a column from its own title and the titles above it («Контакты» over «дом.»).
 * The own title decides; a bare «№», «номер» or «дата» means what stands above it.
 */
export function guessTitle(own: string, above: readonly string[]): TitleGuess | null {
  const leaf = foldTitle(own);
  if (leaf === '') return null;
  const bare = /^(?:№|номер|n|серия|серия и номер|дата|год|тип|вид|адрес|кем выдан|всего|сумма)$/.test(leaf);
  const alone = guess(leaf);
  if (alone && !bare) return alone;
  const joined = above.length > 0 ? guess([...above.map(foldTitle), leaf].join(' ')) : null;
  const inherited =
    joined && !['owner', 'section', 'rowNumber'].includes(joined.field) ? { ...joined, confidence: 0.6 } : null;
  return inherited ?? alone;
}

/** Lower case, ё = е, points and quotes dropped, «Ф.И.О.» and «д.р.» spelled as one word. */
function foldTitle(title: string): string {
  return foldText(tidy(title))
    .replace(/ф\s*\.?\s*,?\s*и\s*\.?\s*,?\s*о(?![а-я])\.?/g, ' фио ')
    .replace(/(?<![а-я])д\s*\.\s*р(?![а-я])\.?/g, ' дата рожд ')
    .replace(/п\s*[./\\-]\s*п\.?(?![а-я])/g, ' п/п ')
    .replace(/[."«»“”:*()[\]_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

interface TitleRule {
  field: ImportField | null;
  when: RegExp;
  not?: RegExp;
  confidence?: number;
}

/** From the particular to the general: the first rule that fits decides; a null field means «not imported». */
const rules: TitleRule[] = [
  ...ofFields(),
  { field: 'personCode', when: /^код человека$/ },
  { field: null, when: /соглас.*(?:реклам|здоров)/ },
  { field: 'consentSms', when: /соглас.*(?:смс|sms|сообщен)/ },
  { field: 'consentEmail', when: /соглас.*(?:e ?-? ?mail|и-?мейл|емейл|имейл|почт|электр)/ },
  { field: 'consentPd', when: /соглас.*(?:пдн|перс|обработ|(?<![а-я])п ?д(?![а-я]))|^пдн$|^152-?фз$/ },
  {
    field: null,
    when: /соглас/,
  },
  {
    field: null,
    when: /кадастр|инвентарн|(?:паспорт|свид[а-я]*) ?тс(?![а-я])|(?<![а-я])(?:птс|стс)(?![а-я])|гос ?(?:рег|ном|знак)|автомоб|автомаш|марка|модель|^(?:№|номер)? ?договор|счетчик|показани|ключ|пропуск|инн(?![а-я])|снилс/,
    not: /пиб|бти/,
  },
  { field: null, when: /арендатор|нанимател|пользовател|доверенн|представител|контактное лицо|плательщик/ },
  {
    field: 'po',
    when: /^(?:(?:наименование|название|№|номер) )?(?:по|кас|гск|пгк|гпк|гэк|кооператива?|гаражн[а-я]* кооператива?|первичн[а-я]* организаци[яи]|первичк[аи]|автостоянк[аи])(?: ?(?:№|номер))?$/,
  },
  {
    field: 'place',
    when: /(?:ряд|секци[яи]|линия)а? ?[/\\,-] ?(?:№|номер)? ?(?:гар|бокс|мест|№)|(?:ряд|секция) и (?:№|номер)/,
  },
  ...latinRules(),
  { field: 'rowNumber', when: /п\/п|^пп$|^№ пп$|порядков|^пор №$|^№ ?№$/ },
  { field: 'credit', when: /переплат|аванс/, not: /долг|задолж/ },
  { field: 'debt', when: /долг|задолж|недоим/ },
  { field: 'balance', when: /сальдо|баланс|остаток/ },
  { field: null, when: /оплачен|уплачен|внесен|взнос|начислен|пени|тариф|платеж/ },
  { field: 'pib', when: /(?<![а-я])(?:пиб|бти)(?![а-я])|тех[а-я]* ?паспорт/ },
  { field: null, when: /дат[аы] выдачи.*(?:билет|удост)|(?:билет|удост).*дат[аы] выдачи/ },
  { field: 'ticketNumber', when: /билет|(?:член|воа).*удост|удост.*(?:члена|воа)/ },
  { field: 'passportIssued', when: /^(?:паспорт )?(?:кем|когда|дата выдачи|выдан|орган)/, not: /льгот|удост/ },
  { field: 'passport', when: /паспорт|удостоверяющ|уд личности/ },
  {
    field: 'privilegeCertificate',
    when: /удост.*льгот|льгот[а-я]* удост|№.*льгот|номер.*льгот|документ.*льгот/,
    not: /^льгота/,
  },
  { field: 'privilege', when: /льгот/ },
  { field: 'privilegeCertificate', when: /удост|(?:№|номер) уд(?![а-я])/ },
  { field: 'birthday', when: /рожд|^родил|^др$/ },
  {
    field: 'email',
    when: /e ?-? ?mail|и-?мейл|емейл|имейл|мэйл|электр[а-я]* (?:почт|адрес)|эл (?:почт|адрес)|^почта$/,
  },
  { field: null, when: /адрес.*(?:гаража|стоянки|кас(?![а-я]))/ },
  {
    field: 'actualAddress',
    when: /адрес.*(?:факт|прожив|почт|житель)|(?:факт|прожив|почт)[а-я]* адрес|место (?:прожив|жит)|^прожива|^факт/,
  },
  { field: 'registrationAddress', when: /адрес|пропис|место регистр|^регистрация/ },
  { field: 'phone', when: /телефон|(?<![а-я])тел(?![а-я])|моб(?![а-я])|мобильн|сотов|контакт/, not: /контактное лицо/ },
  { field: 'size', when: /длин.*шир|шир.*выс|д ?[хx*×] ?ш/ },
  { field: 'sizeX', when: /длин|^дл(?![а-я])|(?:размер|габарит)[а-я]* д$/ },
  { field: 'sizeY', when: /ширин|^шир(?![а-я])|(?:размер|габарит)[а-я]* ш$/ },
  { field: 'sizeZ', when: /высот|^выс(?![а-я])|(?:размер|габарит)[а-я]* в$/ },
  { field: 'size', when: /размер|габарит/ },
  { field: null, when: /площад/ },
  { field: 'dateOfConstruction', when: /постро|строит(?!ельный)|стр-ва|возвед|ввод/ },
  {
    field: 'voaEntryDate',
    when: /вступ|членств|член(?:а|ом)? воа|член с|(?<![а-я])в воа|воа с|прием в|принят|стаж|^член(?:ский стаж)?$/,
  },
  { field: 'share', when: /(?<![а-я])дол[яиь](?![а-я])/ },
  { field: 'owner', when: /фамил.*(?:имя|иниц|(?<![а-я])и о(?![а-я])|отч)|фио/ },
  { field: 'lastName', when: /фамил|^ф$/ },
  { field: 'firstName', when: /(?<![а-я])им[яи](?![а-я])|^и$/ },
  { field: 'fatherName', when: /отчеств|^о$/ },
  { field: 'basis', when: /основани|правоуст|право соб|документ.*прав/ },
  { field: 'note', when: /примеч|(?<![а-я])прим(?![а-я])|коммент|замет|отметк|прочее|дополнит/ },
  {
    field: 'section',
    when: /(?<![а-я])(?:ряда?|секци[яи]|лини[яи]|этажа?|сектора?)(?![а-я])/,
    not: /[а-я ](?:№|номер) (?:гар|бокс|мест)|^(?:№|номер|гар|бокс).*(?:гар|бокс)/,
  },
  {
    field: 'number',
    when: /(?:№|номер|(?<![a-z])n(?![a-z])|#).*(?:гар|бокс|мест|помещ|ячейк)|(?:гар|бокс|мест|помещ|ячейк)[а-я-]* ?(?:№|номер|n(?![a-z])|#)/,
  },
  { field: 'type', when: /(?<![а-я])(?:тип|вид)(?![а-я])|материал|конструкц|(?<![а-я])стен[ыа]?(?![а-я])/ },
  {
    field: 'number',
    when: /^(?:гараж(?:ный)?|бокс|гар|место|м\/место|машино-?место)а?(?:[ /]+(?:гараж|бокс|место))?$|^№ г-жа$/,
    confidence: 0.8,
  },
  { field: 'owner', when: /владел|собственник|хозя[ией]|член кооп|член гск/, confidence: 0.8 },
  { field: 'owner', when: /^(?:контрагент|субконто|плательщик)/, confidence: 0.5 },
  { field: 'number', when: /^(?:№|номер|n)$/, confidence: 0.4 },
];

/** Titles written with Latin letters, in English or as Russian words sound. */
function latinRules(): TitleRule[] {
  return [
    { field: 'rowNumber', when: /^(?:no|n|#|num)$/, confidence: 0.4 },
    { field: 'number', when: /garage|garazh|(?<![a-z])(?:box|boks|unit)(?![a-z])/, not: /type|size|tip|razmer/ },
    { field: 'section', when: /^(?:row|section|line|ryad|sekciya|sektsiya|liniya)(?: no)?$/ },
    { field: 'owner', when: /owner|full ?name|^name$|^fio$|vladele|sobstvennik/ },
    { field: 'lastName', when: /last ?name|surname|familiya/ },
    { field: 'firstName', when: /first ?name|^imya$/ },
    { field: 'fatherName', when: /patronymic|otchestvo/ },
    { field: 'phone', when: /phone|mobile|telefon|^tel$/ },
    { field: 'birthday', when: /birth|^dob$|rozhd/ },
    { field: 'passport', when: /passport|pasport/ },
    { field: 'registrationAddress', when: /address|adres/, not: /e-?mail/ },
    { field: 'debt', when: /debt|arrears|dolg|zadolzh/ },
    { field: 'note', when: /^notes?$|comment|primech/ },
  ];
}

function guess(title: string): TitleGuess | null {
  const rule = rules.find(({ when, not }) => when.test(title) && !not?.test(title));
  return rule?.field ? { field: rule.field, confidence: rule.confidence ?? 1 } : null;
}

/** Titles that the list of fields gives by itself. */
function ofFields(): TitleRule[] {
  return plainFields(garageFields).flatMap(([key, field]) =>
    field.importable?.title
      ? [{ field: importKeyOf(key, field) as ImportField, when: new RegExp(field.importable.title) }]
      : [],
  );
}
