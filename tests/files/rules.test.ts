// Bytes that a `Range` header asks for, at their edges; photos that no browser of an office shows.
import { expect, it } from 'vitest';
import { heicWords, rangeOf, wrongFile } from '../../server/files/rules.ts';

it.each<[string | undefined, number, ReturnType<typeof rangeOf>]>([
  [undefined, 10, null],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=0-9', 10, { start: 0, end: 9 }],
  ['bytes=0-99', 10, { start: 0, end: 9 }],
  ['bytes=9-', 10, { start: 9, end: 9 }],
  ['bytes=10-', 10, 'bad'],
  ['bytes=10-12', 10, 'bad'],
  ['bytes=11-', 10, 'bad'],
  ['bytes=5-4', 10, 'bad'],
  ['bytes=-1', 10, { start: 9, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  // What names neither end, several pieces or another unit is no question: the whole file answers.
  ['bytes=-', 10, null],
  ['bytes=0-1,3-4', 10, null],
  ['lines=0-1', 10, null],
  ['bytes=0-', 0, 'bad'],
])('%s of %i bytes', (header, total, range) => expect(rangeOf(header, total)).toEqual(range));

it('a photo in HEIC is known by its bytes under any name, and by its name', () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic', 'latin1');
  const film = Buffer.from('\0\0\0\x18ftypisom', 'latin1');
  const isTold = (name: string, bytes: Uint8Array) => Boolean(heicWords(name, bytes)?.includes('JPEG'));
  expect([isTold('photo.jpg', heic), isTold('IMG_1.HEIC', film), isTold('a.heif', Buffer.from('?'))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isTold('film.mp4', film), isTold('heic.txt', Buffer.from('heic'))]).toEqual([false, false]);
  expect(wrongFile('photo.jpg', heic)).toBe(heicWords('photo.jpg', heic));
  expect(wrongFile('photo.jpg', film)).toBe('Внутри не JPG: файл повреждён или переименован');
  expect(wrongFile('film.exe', film)).toContain('Можно приложить PDF');
});
