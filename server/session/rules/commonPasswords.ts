// Passwords that are tried first by everybody who guesses: words with a tail of digits, walks over the keyboard, repeats.
import { foldText } from '../../../contract/kernel/words.ts';

/** Words at the root of most guessed passwords; a tail of digits or signs does not make them better. */
const words = new Set(
  `password passw0rd passwd pass parol пароль zaparol qwerty qwertyuiop qwertyui qwertz azerty asdfgh asdfghjkl zxcvbn
zxcvbnm qazwsx qazwsxedc wsxedc йцукен йцукенгшщз фывапр фывапролдж ячсмить abc abcd abcde abcdef abcdefg aaa ааа admin
administrator админ администратор root user guest test demo login welcome hello privet привет letmein master superman
batman dragon monkey football soccer hockey baseball sunshine princess shadow iloveyou love lubov любовь secret секрет
freedom whatever trustno changeme default manager director buhgalter бухгалтер kassir кассир predsedatel председатель
garage garazh гараж гаражи registry reestr реестр voa воа kas кас mashina машина avto авто auto car lada лада volga
волга zhiguli жигули moskvich москвич moskva москва moscow piter питер spb leningrad ленинград russia rossiya россия
zenit зенит spartak спартак cska цска dinamo динамо putin путин sssr ссср natasha наташа nastya настя sveta света
marina марина elena елена olga ольга irina ирина tatyana татьяна anna анна maria мария andrey андрей alexander
александр alex alexey алексей sergey сергей dmitry дмитрий vladimir владимир ivan иван maxim максим nikita никита
michael daniel jordan ashley charlie thomas jessica michelle andrew matthew joshua killer starwars pokemon computer
internet samsung iphone google yandex яндекс mail vkontakte solnce солнце solnyshko солнышко kotik котик zaika зайка
malysh малыш leto лето zima зима vesna весна osen осень`.split(/\s+/),
);

/** Rows of keyboards and of the alphabet: a password that only walks along them is no secret. */
const walks = [
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
];

/** True for a password that guessing programs try among the first. */
export function isCommon(password: string): boolean {
  const plain = foldText(password);
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (words.has(core)) return true;
  if (new Set(plain).size < 5) return true;
  return pieces(plain) <= 2;
}

/** How many walks a password is made of, greedily; letters off any walk count one each. */
function pieces(text: string): number {
  let count = 0;
  for (let from = 0; from < text.length; count += 1) {
    let to = from + 1;
    while (to < text.length && walks.some((walk) => onWalk(walk, text.slice(from, to + 1)))) to += 1;
    from = to;
  }
  return count;
}

const reversed = (text: string) => [...text].reverse().join('');
const onWalk = (walk: string, part: string) => walk.includes(part) || reversed(walk).includes(part);
