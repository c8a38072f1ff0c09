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
  { mime: 'image/heic', extensions: ['heic', 'heif'], starts: [[0x66, 0x74, 0x79, 0x70]], at: 4 },
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

export const WRONG_FILE = 'Можно приложить PDF, фото (JPG, PNG, WEBP, HEIC) или документ Word и Excel';

/** Media type of a file by its bytes and extension; null when such files are not taken. */
export function mediaType(name: string, bytes: Uint8Array): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  const kind = kinds.find((one) => one.extensions.includes(extension));
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
  mime === 'application/pdf' || mime === 'image/jpeg' || mime === 'image/png' || mime === 'image/webp';
