// Invented people and places of the demo world, drawn by a seeded generator: every start tells the same story.

/** Numbers in [0, 1) that repeat for the same seed. */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
    chance: (share: number) => next() < share,
  };
}
export type Dice = ReturnType<typeof dice>;

export const surnames =
  'Алексеев Андреев Антонов Баранов Беляев Богданов Борисов Васильев Виноградов Власов Воробьёв Гаврилов Герасимов Голубев Григорьев Данилов Денисов Дмитриев Егоров Ершов Жуков Зайцев Захаров Зуев Ильин Калинин Карпов Киселёв Комаров Королёв Кузьмин Лебедев Макаров Максимов Медведев Мельников Миронов Назаров Никитин Новиков Орлов Осипов Петров Поляков Пономарёв Рожков Романов Савельев Семёнов Соболев Соколов Степанов Тарасов Титов Фёдоров Филиппов Фомин Фролов Чернов Щербаков Яковлев'.split(
    ' ',
  );
const rare = ['Константинопольский-Задунайский', 'Рождественский', 'Мамедов', 'Шевчук', 'Ли', 'Цой-Воскресенский'];
export const men =
  'Александр Алексей Анатолий Андрей Борис Вадим Валерий Виктор Виталий Владимир Геннадий Георгий Дмитрий Евгений Иван Игорь Константин Леонид Максим Михаил Николай Олег Павел Пётр Роман Сергей Станислав Фёдор Юрий Ярослав'.split(
    ' ',
  );
export const women =
  'Александра Алла Анна Валентина Вера Галина Елена Ирина Лариса Людмила Марина Мария Надежда Наталья Ольга Светлана Тамара Татьяна'.split(
    ' ',
  );
export const fathers =
  'Александров Алексеев Анатольев Андреев Борисов Валентинов Викторов Владимиров Геннадьев Дмитриев Евгеньев Иванов Константинов Михайлов Николаев Олегов Павлов Петров Сергеев Юрьев'.split(
    ' ',
  );
const streets = [
  'Заречная ул.',
  'Кленовая аллея',
  'ул. Мастеров',
  'Гаражный проезд',
  'пр. Первопроходцев',
  'ул. Тихая',
  'Сиреневый бульвар',
  'ул. Маячная',
  'Озёрный пер.',
  'ул. Ветеранов труда',
];

export interface DemoName {
  last_name: string;
  first_name: string;
  father_name: string;
}

export function demoName(d: Dice): DemoName {
  const isWoman = d.chance(0.27);
  const surname = d.chance(0.02) ? d.pick(rare) : d.pick(surnames);
  const feminine = /(ий|ый)$/.test(surname)
    ? surname.slice(0, -2) + 'ая'
    : /[вн]$/.test(surname)
      ? `${surname}а`
      : surname;
  return isWoman
    ? { last_name: feminine, first_name: d.pick(women), father_name: `${d.pick(fathers)}на` }
    : { last_name: surname, first_name: d.pick(men), father_name: `${d.pick(fathers)}ич` };
}

export const demoAddress = (d: Dice) =>
  `19${1000 + d.below(900)}, г. Санкт-Петербург, ${d.pick(streets)}, д. ${1 + d.below(90)}, кв. ${1 + d.below(240)}`;

const two = (n: number) => String(n).padStart(2, '0');
export const demoDate = (d: Dice, from: number, to: number) =>
  `${from + d.below(to - from + 1)}-${two(1 + d.below(12))}-${two(1 + d.below(28))}`;

export const demoComments = [
  'Просил перезвонить после 18:00',
  'Ключ от калитки выдан под роспись',
  'Обещал погасить долг до конца месяца',
  'Документы на гараж у дочери',
  'Ворота просели, нужен ремонт',
  'Сдал копию свидетельства о регистрации',
  'Живёт за городом, лучше писать на почту',
  'Электросчётчик заменён, показания записаны',
];
