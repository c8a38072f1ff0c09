// Charts as pictures to keep: what is drawn where, darker where more, never out of the sheet.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  pictureOfBars,
  pictureOfHeat,
  pictureOfHours,
  pictureOfPlot,
  pictureOfRing,
  savePicture,
  type Picture,
} from '../../resources/statistics/picture.ts';

const colours = {
  surface: '#ffffff',
  text: '#111111',
  text2: '#222222',
  sunken: '#eeeeee',
  'chart-1': '#204880',
  'chart-2': '#BF7A0D',
};
const root = document.documentElement;
beforeEach(() => {
  for (const [name, value] of Object.entries(colours)) root.style.setProperty(`--gr-${name}`, ` ${value} `);
});
afterEach(() => {
  root.removeAttribute('style');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Drawn = Record<string, string> & { is: string };
/** What stands on the sheet, in order, with its attributes and words. */
const partsOf = ({ svg }: Picture): Drawn[] =>
  [...svg.children].map((one) => ({
    is: one.tagName,
    ...Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
    ...(one.textContent && { words: one.textContent }),
  }));
const wordsOf = (picture: Picture) =>
  partsOf(picture).flatMap(({ is, words, x, y }) => (is === 'text' ? [`${words} ${x},${y}`] : []));
const boxesOf = (picture: Picture) =>
  partsOf(picture)
    .filter(({ is }) => is === 'rect')
    .slice(1);
/** A card with a drawn chart of this size. */
function card(width: number, height: number, inside = ''): HTMLElement {
  const made = document.createElement('div');
  made.innerHTML = `<svg class="other"></svg><svg class="recharts-surface" style="color: red">${inside}</svg>`;
  document.body.append(made);
  const drawn = made.querySelector('.recharts-surface')!;
  drawn.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return made;
}

it('a sheet has the title, the ground and the size of what stands on it', () => {
  const picture = pictureOfBars('Долг, ₽', []);
  expect([picture.width, picture.height]).toEqual([520, 56]);
  expect(picture.svg.getAttribute('viewBox')).toBe('0 0 520 56');
  expect([picture.svg.getAttribute('width'), picture.svg.getAttribute('height')]).toEqual(['520', '56']);
  expect(picture.svg.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(partsOf(picture)).toEqual([
    { is: 'rect', width: '520', height: '56', fill: '#ffffff' },
    { is: 'text', x: '16', y: '26', fill: '#111111', 'font-size': '15', 'font-weight': '600', words: 'Долг, ₽' },
  ]);
});

it('bars lie under their words, as long as their figures are to the largest', () => {
  const picture = pictureOfBars('Т', [
    { name: 'А', text: '100 ₽', value: 100 },
    { name: 'Б', text: '25 ₽', value: 25 },
    { name: 'В', text: '−5 ₽', value: -5 },
  ]);
  expect([picture.width, picture.height]).toEqual([520, 40 + 16 + 3 * 38]);
  expect(wordsOf(picture).slice(1)).toEqual([
    'А 16,56',
    '100 ₽ 504,56',
    'Б 16,94',
    '25 ₽ 504,94',
    'В 16,132',
    '−5 ₽ 504,132',
  ]);
  expect(boxesOf(picture)).toEqual(
    [488, 122, 0].map((width, nth) => ({
      is: 'rect',
      x: '16',
      y: String(62 + nth * 38),
      width: String(width),
      height: '10',
      fill: '#204880',
    })),
  );
  expect(partsOf(picture).filter(({ words }) => words === '25 ₽')[0]).toMatchObject({
    'text-anchor': 'end',
    fill: '#111111',
    'font-size': '13',
  });
  expect(boxesOf(pictureOfBars('Т', [{ name: 'А', text: '1', value: 1 }]))[0]!.width).toBe('488');
  // Nothing of nothing: no length, no fault.
  expect(boxesOf(pictureOfBars('Т', [{ name: 'А', text: '0', value: 0 }]))[0]!.width).toBe('0');
});

it('hours of the week: each cell, darker where more', () => {
  const picture = pictureOfHours('Часы', ['Пн', 'Вт'], (day, hour) =>
    hour === 23 ? day * 4 : day === 1 && hour === 0 ? 1 : 0,
  );
  expect([picture.width, picture.height]).toEqual([44 + 24 * 22 + 16, 40 + 24 + 2 * 22 + 12]);
  const words = wordsOf(picture);
  expect(words).toHaveLength(1 + 24 + 2);
  expect(words.slice(1, 3)).toEqual(['0 55,54', '1 77,54']);
  expect(words.slice(24)).toEqual(['23 561,54', 'Пн 16,77', 'Вт 16,99']);
  const boxes = boxesOf(picture);
  expect(boxes).toHaveLength(48 + 2);
  expect(boxes[0]).toEqual({ is: 'rect', x: '44', y: '62', width: '20', height: '20', fill: '#eeeeee' });
  expect(boxes.filter((box) => box['fill-opacity'])).toEqual([
    { is: 'rect', x: '44', y: '84', width: '20', height: '20', fill: '#204880', 'fill-opacity': '0.25' },
    { is: 'rect', x: '550', y: '84', width: '20', height: '20', fill: '#204880', 'fill-opacity': '1' },
  ]);
  expect(partsOf(picture).find(({ words: said }) => said === 'Пн')).toMatchObject({
    'font-size': '11',
    fill: '#222222',
  });
  expect(partsOf(picture).find(({ words: said }) => said === '23')).toMatchObject({
    'text-anchor': 'middle',
    'font-size': '11',
    fill: '#222222',
  });
  expect(boxesOf(pictureOfHours('Ч', ['Пн'], (_, hour) => (hour ? 0 : 1)))[1]!['fill-opacity']).toBe('1');
  expect(boxesOf(pictureOfHours('Ч', ['Пн'], () => 0)).filter((box) => box['fill-opacity'])).toEqual([]);
});

it('rows by columns: a figure in each cell that is not empty, long names cut', () => {
  const names = ['Секция с двадцатью тремя'.slice(1), 'двадцать две буквы тут'];
  const picture = pictureOfHeat('Т', names, ['А', 'Б'], (row, column) => (row === 0 ? column * 4 : column));
  expect([picture.width, picture.height]).toEqual([180 + 2 * 150 + 16, 40 + 32 + 2 * 26 + 12]);
  expect(wordsOf(picture).slice(1)).toEqual([
    'А 186,60',
    'Б 336,60',
    'екция с двадцатью тре… 16,88',
    '4 336,88',
    'двадцать две буквы тут 16,114',
    '1 336,114',
  ]);
  const boxes = boxesOf(picture);
  expect(boxes).toHaveLength(4 + 2);
  expect(boxes[0]).toEqual({ is: 'rect', x: '180', y: '72', width: '148', height: '24', fill: '#eeeeee' });
  // The fullest cell is half dark, so that its figure is read; the least has an eighth.
  const shades = boxes.filter((box) => box['fill-opacity']);
  expect(shades.map((box) => [box.x, box.y, box.fill, Number(box['fill-opacity']).toFixed(3)])).toEqual([
    ['330', '72', '#204880', '0.500'],
    ['330', '98', '#204880', '0.215'],
  ]);
  expect(partsOf(picture).find(({ words }) => words === '4')).toMatchObject({ 'font-size': '12', fill: '#111111' });
  for (const name of ['А', names[1]])
    expect(partsOf(picture).find(({ words }) => words === name)).toMatchObject({ 'font-size': '11', fill: '#222222' });
  expect(boxesOf(pictureOfHeat('Т', [], ['А'], () => 1))).toEqual([]);
  // The only one there is is the fullest.
  expect(boxesOf(pictureOfHeat('Т', ['А'], ['Б'], () => 1))[1]!['fill-opacity']).toBe('0.5');
});

describe('a drawn chart', () => {
  const inside = '<path class="line" style="stroke: blue; fill: red"></path>';
  it('is copied under the title with what the page computed, without its classes', () => {
    const picture = pictureOfPlot(card(400.4, 200.2, inside), 'Т', [{ name: 'А', color: 'red' }])!;
    expect([picture.width, picture.height]).toEqual([401, 201 + 40]);
    const copy = picture.svg.querySelector('svg')!;
    expect(copy.getAttribute('y')).toBe('40');
    const path = copy.querySelector('path')!;
    for (const one of [copy, path])
      expect([one.getAttribute('class'), one.getAttribute('style')]).toEqual([null, null]);
    expect([...path.attributes].map(({ name }) => name).toSorted()).toEqual([
      'fill',
      'fill-opacity',
      'font-size',
      'font-weight',
      'stroke',
      'stroke-dasharray',
      'stroke-opacity',
      'stroke-width',
    ]);
    expect(path.getAttribute('fill')).toMatch(/red|rgb\(255, 0, 0\)/);
    expect(path.getAttribute('stroke')).toMatch(/blue|rgb\(0, 0, 255\)/);
    // One series needs no words: the title says it.
    expect(partsOf(picture).filter(({ is }) => is === 'rect')).toHaveLength(1);
  });
  it('with several series says at the right which colour is which, from the last to the first', () => {
    const series = [
      { name: 'Взносы', color: 'var(--gr-chart-2)' },
      { name: 'Пени', color: '#123456' },
    ];
    const picture = pictureOfPlot(card(400, 200), 'Т', series)!;
    const right = 400 - 16;
    const [pens, dues] = [right - (4 * 7 + 16), right - (4 * 7 + 16) - 14];
    expect(wordsOf(picture).slice(1)).toEqual([`Пени ${right},26`, `Взносы ${dues},26`]);
    expect(boxesOf(picture)).toEqual([
      { is: 'rect', x: String(pens), y: '17', width: '10', height: '10', fill: '#123456' },
      { is: 'rect', x: String(dues - (6 * 7 + 16)), y: '17', width: '10', height: '10', fill: '#BF7A0D' },
    ]);
    expect(partsOf(picture).find(({ words }) => words === 'Пени')).toMatchObject({
      'text-anchor': 'end',
      'font-size': '12',
      fill: '#222222',
    });
  });
  it('a ring has the list of its slices under it, on a sheet that they fit', () => {
    const slices = [
      { name: 'Члены', value: 12, color: 'var(--gr-chart-1)' },
      { name: 'Не члены', value: 3, color: '#123456' },
    ];
    const picture = pictureOfRing(card(300, 199.5), 'Т', slices)!;
    const top = 40 + 200 + 12;
    expect([picture.width, picture.height]).toEqual([520, top + 2 * 22 + 12]);
    expect(wordsOf(picture).slice(1)).toEqual([
      `Члены 36,${top + 11}`,
      `12 504,${top + 11}`,
      `Не члены 36,${top + 33}`,
      `3 504,${top + 33}`,
    ]);
    expect(boxesOf(picture)).toEqual([
      { is: 'rect', x: '16', y: String(top), width: '12', height: '12', fill: '#204880' },
      { is: 'rect', x: '16', y: String(top + 22), width: '12', height: '12', fill: '#123456' },
    ]);
    expect(partsOf(picture).find(({ words }) => words === '12')).toMatchObject({
      'text-anchor': 'end',
      'font-size': '13',
    });
    expect(partsOf(picture).find(({ words }) => words === 'Члены')).toMatchObject({ fill: '#111111' });
    expect(picture.svg.querySelector('svg')).not.toBeNull();
    expect(pictureOfRing(card(600.5, 100), 'Т', slices)!.width).toBe(601);
  });
  it('that is not drawn yet gives no picture', () => {
    const empty = document.createElement('div');
    expect([pictureOfRing(empty, 'Т', []), pictureOfPlot(empty, 'Т', [])]).toEqual([null, null]);
  });
});

describe('a picture is kept', () => {
  const saved = vi.fn<(file: { blob: Blob; name: string }) => void>();
  const keep = async (format: 'svg' | 'png') => {
    saved.mockReset();
    const links = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved({ blob: blobs.at(-1)!, name: this.download });
    });
    const blobs: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => (blobs.push(blob), 'blob:x'),
        revokeObjectURL: () => undefined,
      }),
    );
    await savePicture(pictureOfBars('Т', []), 'Долг', format);
    expect(links).toHaveBeenCalledTimes(1);
    return saved.mock.lastCall![0];
  };
  const textOf = (blob: Blob) =>
    new Promise<string>((done) => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.readAsText(blob);
    });

  it('as a drawing with the font of the page inside', async () => {
    // jsdom reads no rules of fonts.
    class Face {
      readonly cssText: string;
      readonly parentStyleSheet: { href: string | null };
      readonly style: { getPropertyValue: (name: string) => string };
      constructor(family: string, source: string, href: string | null = null) {
        const said: Record<string, string> = { 'font-family': `"${family}"`, src: source };
        this.style = { getPropertyValue: (name) => said[name] ?? '' };
        this.cssText = `@font-face { font-family: "${family}"; src: ${source} }`;
        this.parentStyleSheet = { href };
      }
    }
    vi.stubGlobal('CSSFontFaceRule', Face);
    const rules = [
      { cssText: 'p { color: red }' },
      new Face('Golos Text', 'url("a.woff2") format("woff2")', 'https://voa.example/assets/fonts.css'),
      new Face('Golos Text', 'url(/plain.woff2)'),
      new Face('Golos Text', 'local("Golos")'),
      new Face('Other', 'url("/other.woff2")'),
    ];
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue([
      { cssRules: rules.slice(0, 2) },
      { cssRules: rules.slice(2) },
    ] as never);
    document.body.style.fontFamily = '"Golos Text", Arial';
    const inside = `data:font/woff2;base64,${Buffer.from('шрифт').toString('base64')}`;
    const asked = vi.fn<(address: URL) => Promise<Response>>(
      async () => ({ blob: async () => new Blob(['шрифт'], { type: 'font/woff2' }) }) as Response,
    );
    vi.stubGlobal('fetch', asked);
    const { blob, name } = await keep('svg');
    document.body.removeAttribute('style');
    expect([name, blob.type]).toEqual(['Долг.svg', 'image/svg+xml']);
    const svg = new DOMParser().parseFromString(await textOf(blob), 'image/svg+xml').documentElement;
    expect(svg.getAttribute('font-family')).toBe('Golos Text, sans-serif');
    expect(svg.firstElementChild!.tagName).toBe('style');
    expect(asked.mock.calls.map(([address]) => String(address))).toEqual([
      'https://voa.example/assets/a.woff2',
      `${location.origin}/plain.woff2`,
    ]);
    const [first, second, ...more] = svg.firstElementChild!.textContent!.split('\n').filter(Boolean);
    expect(first).toBe(`@font-face { font-family: "Golos Text"; src: url("${inside}") format("woff2") }`);
    expect(second).toBe(`@font-face { font-family: "Golos Text"; src: url(${inside}) }`);
    expect(more).toEqual([]);
  });

  describe('as a picture', () => {
    const pen = { scale: vi.fn<(x: number, y: number) => void>(), drawImage: vi.fn<(...of: unknown[]) => void>() };
    let made: Blob | null;
    let sizes: number[];
    let shown: string;
    beforeEach(() => {
      made = new Blob(['png'], { type: 'image/png' });
      pen.scale.mockReset();
      pen.drawImage.mockReset();
      vi.stubGlobal(
        'Image',
        class {
          src = '';
          async decode() {
            shown = this.src;
          }
        },
      );
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
        this: HTMLCanvasElement,
        done: BlobCallback,
        type?: string,
      ) {
        sizes = [this.width, this.height];
        expect(type).toBe('image/png');
        done(made);
      });
    });
    it('twice as sharp as it is large', async () => {
      const { blob, name } = await keep('png');
      expect([name, blob.type]).toEqual(['Долг.png', 'image/png']);
      expect(sizes).toEqual([1040, 112]);
      expect(pen.scale).toHaveBeenCalledExactlyOnceWith(2, 2);
      expect(pen.drawImage.mock.calls[0]!.slice(1)).toEqual([0, 0, 520, 56]);
      // A blob's address would taint the canvas.
      expect(shown).toMatch(/^data:image\/svg\+xml;base64,/);
    });
    it('one that the browser does not make is told, with a way out', async () => {
      made = null;
      await expect(savePicture(pictureOfBars('Т', []), 'Долг', 'png')).rejects.toThrow(
        'Картинка не получилась. Сохраните её как SVG',
      );
    });
  });
});
