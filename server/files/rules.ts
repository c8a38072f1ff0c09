// Which files are taken: told by their first bytes, never by their name.

interface Kind {
  mime: string;
  extensions: readonly string[];
  starts: readonly number[][];
  at?: number;
}

const kinds: readonly Kind[] = [
  { mime: 'application/pdf', extensions: ['pdf'], starts: [[0x25, 0x50, 0x44, 0x46]] },
  { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], starts: [[0xff, 0xd8, 0xff]] },
  { mime: 'image/png', extensions: ['png'], starts: [[0x89, 0x50, 0x4e, 0x47]] },
  { mime: 'image/webp', extensions: ['webp'], starts: [[0x57, 0x45, 0x42, 0x50]], at: 8 },
  {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    starts: [[0x50, 0x4b, 3, 4]],
  },
  {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
    starts: [[0x50, 0x4b, 3, 4]],
  },
  { mime: 'application/vnd.oasis.opendocument.text', extensions: ['odt'], starts: [[0x50, 0x4b, 3, 4]] },
  { mime: 'application/msword', extensions: ['doc'], starts: [[0xd0, 0xcf, 0x11, 0xe0]] },
  { mime: 'application/vnd.ms-excel', extensions: ['xls'], starts: [[0xd0, 0xcf, 0x11, 0xe0]] },
];

/** Films of instructions; nobody else's files are films. */
const films: readonly Kind[] = [
  { mime: 'video/mp4', extensions: ['mp4', 'm4v'], starts: [[0x66, 0x74, 0x79, 0x70]], at: 4 },
  { mime: 'video/webm', extensions: ['webm'], starts: [[0x1a, 0x45, 0xdf, 0xa3]] },
];

const WRONG_FILE = 'Можно приложить PDF, фото (JPG, PNG, WEBP) или документ Word и Excel';
/** Photos of telephones that no browser of an office shows. */
const HEIC =
  'Фото в формате HEIC другие не откроют. Сохраните его как JPEG: на iPhone — «Настройки → Камера → Форматы → Наиболее совместимый», или отправьте фото себе письмом и приложите полученный файл';
/** Brands of the container that hold HEIC and HEIF, at byte 8. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Why a file is not taken, in words that help. */
export function wrongFile(name: string, bytes: Uint8Array): string {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  const isRenamed = kinds.some((kind) => kind.extensions.includes(extension));
  const inside = `Внутри не ${extension.toUpperCase()}: файл повреждён или переименован`;
  return heicWords(name, bytes) ?? (isRenamed ? inside : WRONG_FILE);
}

/** What is said of a photo in HEIC, known by its bytes or its name, whatever else it is called; null of another file. */
export function heicWords(name: string, bytes: Uint8Array): string | null {
  const [box, brand] = [4, 8].map((at) => String.fromCharCode(...bytes.subarray(at, at + 4)));
  const isHeic = (box === 'ftyp' && heicBrands.has(brand!)) || /\.(heic|heif)$/i.test(name);
  return isHeic ? HEIC : null;
}

/** Media type of a file by its bytes and extension; null when such files are not taken. */
export const mediaType = (name: string, bytes: Uint8Array): string | null => typeAmong(kinds, name, bytes);
/** The same for films. */
export const filmType = (name: string, bytes: Uint8Array): string | null => typeAmong(films, name, bytes);

function typeAmong(taken: readonly Kind[], name: string, bytes: Uint8Array): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  const kind = taken.find((one) => one.extensions.includes(extension));
  const fits = kind?.starts.some((start) => start.every((byte, index) => bytes[(kind.at ?? 0) + index] === byte));
  return kind && fits ? kind.mime : null;
}

/** A file name without folders, control characters and tricks of writing direction. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\0-\x1f\x7f\u200e\u200f\u202a-\u202e<>:"|?*]/g, '')
      .replace(/^\.+/, '')
      .trim()
      .slice(-150) || 'файл'
  );
}

/** Types that a browser may show; everything else is saved. */
export const isShown = (mime: string) =>
  mime === 'application/pdf' || /^(image\/(jpeg|png|webp)|video\/(mp4|webm))$/.test(mime);

/** Bytes that a `Range` header asks for, both ends in: null for all of them, `bad` for what is not there. */
export function rangeOf(header: string | undefined, total: number): { start: number; end: number } | 'bad' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  const [from, to] = [match[1], match[2]].map((text) => (text ? Number(text) : null));
  const start = from ?? Math.max(0, total - to!);
  const end = Math.min(total - 1, from === null ? total - 1 : (to ?? total - 1));
  return start > end || start >= total ? 'bad' : { start, end };
}

/** How long a file is kept after the last thing that referred to it is gone, days. */
export const UNUSED_DAYS = 30;
