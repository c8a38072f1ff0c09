// A chart as a picture to keep: SVG with its colours and font inside, or PNG drawn from it.
import { saveFile } from '../../providers/http.ts';

const NS = 'http://www.w3.org/2000/svg';
const HEAD = 40;
const SCALE = 2;
/** Width of a letter of 12 px, roughly. */
const LETTER = 7;
const inherited = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'font-size',
  'font-weight',
];

export interface Picture {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function element(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** An empty sheet with the title of the chart. */
function sheet(title: string, width: number, height: number): Picture {
  const svg = element('svg', { width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement;
  svg.append(element('rect', { width, height, fill: colour('--gr-surface') }));
  svg.append(element('text', { x: 16, y: 26, fill: colour('--gr-text'), 'font-size': 15, 'font-weight': 600 }, title));
  return { svg, width, height };
}

/** What is drawn, set under the title; the page's styles are written into the copy. */
function copyOf(drawn: SVGSVGElement): SVGSVGElement {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [drawn, ...drawn.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  for (const [nth, one] of from.entries()) {
    const style = getComputedStyle(one);
    for (const name of inherited) to[nth]!.setAttribute(name, style.getPropertyValue(name));
    to[nth]!.removeAttribute('style');
    to[nth]!.removeAttribute('class');
  }
  copy.setAttribute('y', String(HEAD));
  return copy;
}

/** A ring with the list of its slices under it. */
export function pictureOfRing(
  card: HTMLElement,
  title: string,
  slices: readonly { name: string; value: number; color: string }[],
): Picture | null {
  const drawn = card.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!drawn) return null;
  const { width, height } = drawn.getBoundingClientRect();
  const top = HEAD + Math.ceil(height) + 12;
  const picture = sheet(title, Math.max(520, Math.ceil(width)), top + slices.length * 22 + 12);
  picture.svg.append(copyOf(drawn));
  for (const [nth, { name, value, color }] of slices.entries()) {
    const y = top + nth * 22;
    const words = { y: y + 11, fill: colour('--gr-text'), 'font-size': 13 };
    picture.svg.append(element('rect', { x: 16, y, width: 12, height: 12, fill: filled(color) }));
    picture.svg.append(element('text', { ...words, x: 36 }, name));
    picture.svg.append(element('text', { ...words, x: picture.width - 16, 'text-anchor': 'end' }, String(value)));
  }
  return picture;
}

const filled = (color: string) => {
  const name = /^var\((.+)\)$/.exec(color)?.[1];
  return name ? colour(name) : color;
};

/** The drawn chart under its title; colours that the page computed are written into the copy. */
export function pictureOfPlot(
  card: HTMLElement,
  title: string,
  series: readonly { name: string; color: string }[],
): Picture | null {
  const drawn = card.querySelector<SVGSVGElement>('svg.recharts-surface');
  if (!drawn) return null;
  const { width, height } = drawn.getBoundingClientRect();
  const copy = copyOf(drawn);
  const picture = sheet(title, Math.ceil(width), Math.ceil(height) + HEAD);
  picture.svg.append(copy);
  if (series.length < 2) return picture;
  // Which colour is which, at the right of the title, from the last to the first.
  let right = picture.width - 16;
  for (const { name, color } of series.toReversed()) {
    picture.svg.append(
      element('text', { x: right, y: 26, fill: colour('--gr-text2'), 'font-size': 12, 'text-anchor': 'end' }, name),
    );
    right -= name.length * LETTER + 16;
    picture.svg.append(element('rect', { x: right, y: 17, width: 10, height: 10, fill: filled(color) }));
    right -= 14;
  }
  return picture;
}

/** Lying bars with their words and figures. */
export function pictureOfBars(title: string, rows: readonly { name: string; text: string; value: number }[]): Picture {
  const width = 520;
  const most = Math.max(1, ...rows.map((row) => row.value));
  const picture = sheet(title, width, HEAD + 16 + rows.length * 38);
  for (const [nth, row] of rows.entries()) {
    const y = HEAD + 16 + nth * 38;
    const words = { y, fill: colour('--gr-text'), 'font-size': 13 };
    picture.svg.append(element('text', { ...words, x: 16 }, row.name));
    picture.svg.append(element('text', { ...words, x: width - 16, 'text-anchor': 'end' }, row.text));
    const length = Math.max(0, (row.value / most) * (width - 32));
    picture.svg.append(element('rect', { x: 16, y: y + 6, width: length, height: 10, fill: colour('--gr-chart-1') }));
  }
  return picture;
}

/** Days of the week by hours, darker where more. */
export function pictureOfHours(
  title: string,
  days: readonly string[],
  of: (day: number, hour: number) => number,
): Picture {
  const [side, left] = [22, 44];
  const picture = sheet(title, left + 24 * side + 16, HEAD + 24 + days.length * side + 12);
  const most = Math.max(1, ...days.flatMap((_, day) => Array.from({ length: 24 }, (_none, hour) => of(day, hour))));
  const small = { 'font-size': 11, fill: colour('--gr-text2') };
  for (let hour = 0; hour < 24; hour++)
    picture.svg.append(
      element(
        'text',
        { ...small, x: left + hour * side + side / 2, y: HEAD + 14, 'text-anchor': 'middle' },
        String(hour),
      ),
    );
  for (const [day, name] of days.entries()) {
    const y = HEAD + 22 + day * side;
    picture.svg.append(element('text', { ...small, x: 16, y: y + 15 }, name));
    for (let hour = 0; hour < 24; hour++) {
      const cell = { x: left + hour * side, y, width: side - 2, height: side - 2 };
      const count = of(day, hour);
      picture.svg.append(element('rect', { ...cell, fill: colour('--gr-sunken') }));
      if (count)
        picture.svg.append(element('rect', { ...cell, fill: colour('--gr-chart-1'), 'fill-opacity': count / most }));
    }
  }
  return picture;
}

/** Rows by columns, each cell with its figure and darker where more. */
export function pictureOfHeat(
  title: string,
  rows: readonly string[],
  columns: readonly string[],
  of: (row: number, column: number) => number,
): Picture {
  const [left, wide, tall] = [180, 150, 26];
  const picture = sheet(title, left + columns.length * wide + 16, HEAD + 32 + rows.length * tall + 12);
  const most = Math.max(1, ...rows.flatMap((_, row) => columns.map((_none, column) => of(row, column))));
  const small = { 'font-size': 11, fill: colour('--gr-text2') };
  const short = (text: string) => (text.length > 22 ? `${text.slice(0, 21)}…` : text);
  for (const [column, name] of columns.entries())
    picture.svg.append(element('text', { ...small, x: left + column * wide + 6, y: HEAD + 20 }, short(name)));
  for (const [row, name] of rows.entries()) {
    const y = HEAD + 32 + row * tall;
    picture.svg.append(element('text', { ...small, x: 16, y: y + 16 }, short(name)));
    for (const column of columns.keys()) {
      const count = of(row, column);
      const cell = { x: left + column * wide, y, width: wide - 2, height: tall - 2 };
      picture.svg.append(element('rect', { ...cell, fill: colour('--gr-sunken') }));
      if (!count) continue;
      picture.svg.append(
        element('rect', { ...cell, fill: colour('--gr-chart-1'), 'fill-opacity': 0.12 + (0.38 * count) / most }),
      );
      picture.svg.append(
        element('text', { x: cell.x + 6, y: y + 16, 'font-size': 12, fill: colour('--gr-text') }, String(count)),
      );
    }
  }
  return picture;
}

/** Gives the picture as a file. */
export async function savePicture(picture: Picture, name: string, format: 'svg' | 'png'): Promise<void> {
  const { svg, width, height } = picture;
  const family = getComputedStyle(document.body).fontFamily.split(',')[0]!.replaceAll('"', '').trim();
  svg.setAttribute('font-family', `${family}, sans-serif`);
  const style = element('style', {}, await fontFaces(family));
  svg.prepend(style);
  const source = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  if (format === 'svg') return saveFile({ blob: source, name: `${name}.svg` });
  // A data address: a picture from a blob taints the canvas in some browsers.
  const image = new Image();
  image.src = await dataAddress(source);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const pen = canvas.getContext('2d')!;
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0, width, height);
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!png) throw new Error('Картинка не получилась. Сохраните её как SVG');
  saveFile({ blob: png, name: `${name}.png` });
}

/** Faces of the page's font that are in use, their files written into the rules: elsewhere the font is not at hand. */
async function fontFaces(family: string): Promise<string> {
  const rules = [...document.styleSheets].flatMap((of) => [...of.cssRules]);
  const faces = rules.filter(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-family').replaceAll('"', '') === family,
  );
  const written = faces.map(async (face) => {
    const address = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1];
    if (!address) return '';
    const base = face.parentStyleSheet?.href ?? location.href;
    const file = await fetch(new URL(address, base)).then((reply) => reply.blob());
    return face.cssText.replace(address, await dataAddress(file));
  });
  return (await Promise.all(written)).join('\n');
}

const dataAddress = (blob: Blob) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(new Error('Картинка не получилась'));
    reader.readAsDataURL(blob);
  });
