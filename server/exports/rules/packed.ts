// Names inside an archive: what every system can unpack, each once. Pure.

const LONGEST = 100;

/** A folder's or file's name without what file systems refuse. */
export const plainName = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- control characters are what is refused
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
    .replace(/[. ]+$/, '') || 'Без названия';

/** Path of a file in the archive, with the ending of `name`; a second of the same name is «… (2)». `taken` remembers, case aside. */
export function pathIn(folders: readonly string[], title: string, name: string | null, taken: Set<string>): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(name ?? '')?.[0].toLowerCase() ?? '';
  const bare = title.toLowerCase().endsWith(ending) ? title.slice(0, title.length - ending.length) : title;
  const base = [...folders.map(plainName), plainName(bare)].join('/');
  let path = base + ending;
  for (let nth = 2; taken.has(path.toLowerCase()); nth += 1) path = `${base} (${nth})${ending}`;
  taken.add(path.toLowerCase());
  return path;
}
