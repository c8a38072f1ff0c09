// The PDF engine: text that goes in comes out, the same input gives the same bytes, nothing else can be read.
import { execFileSync } from 'node:child_process';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { typstString } from '../../server/kernel/richText/typst.ts';
import { PdfFault, typstEngine } from '../../server/ports/pdf/engine.ts';
import { missingLetters } from '../../server/ports/pdf/fonts.ts';

const engine = typstEngine();
afterAll(() => engine.close());

const paper = (text: string) => `#set text(font: "PT Serif", size: 12pt, lang: "ru")\n#${typstString(text)}`;
const at = Date.UTC(2026, 10, 20);
const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text;

/** Compilers under this process: its number and memory in MB. */
const compilers = (): { pid: number; mb: number }[] =>
  execFileSync('ps', ['-eo', 'ppid=,pid=,rss=,args='])
    .toString()
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => Number(row?.[1]) === process.pid && row![4]!.includes('worker.ts'))
    .map((row) => ({ pid: Number(row![2]), mb: Number(row![3]) / 1024 }));
/** Memory of the largest of them. */
const compilerMb = (): number => Math.max(...compilers().map(({ mb }) => mb));

describe('the engine of papers', () => {
  it('gives back the text that was put in, letters of neighbours included', async () => {
    const text = 'Справка № 12-3: Қасымов Ғабит, «ё», 4 500,00 ₽ — #read("x") $a$ *b* <c> @d';
    const bytes = await engine.render({ source: paper(text), isKept: true, at });
    expect((await textOf(bytes)).replaceAll(/\s+/g, ' ')).toBe(text);
  });

  it('the same source and moment give the same bytes, another moment others; a kept paper is PDF/A-2b', async () => {
    const make = (moment: number) => engine.render({ source: paper('Акт'), isKept: true, at: moment });
    const [first, second, later] = await Promise.all([make(at), make(at), make(at + 1000)]);
    expect(Buffer.compare(first!, second!)).toBe(0);
    expect(Buffer.compare(first!, later!)).not.toBe(0);
    const body = Buffer.from(first!).toString('latin1');
    expect(body).toMatch(/pdfaid:part>2</);
    expect(body).toMatch(/pdfaid:conformance>B</);
  });

  it.each(['#read("/etc/passwd")', '#read("../../etc/passwd")', '#image("/stamp.png")', '#unknown-word', '#['])(
    'refuses %s and goes on with the next paper',
    async (source) => {
      await expect(engine.render({ source, isKept: false, at })).rejects.toBeInstanceOf(PdfFault);
      expect((await engine.render({ source: paper('дальше'), isKept: false, at })).length).toBeGreaterThan(500);
    },
  );

  it(
    '5 000 sources that do not compile, each of its own, leave the memory as it was',
    { timeout: 180_000 },
    async () => {
      const own = typstEngine();
      const bad = (nth: number) =>
        own
          .render({ source: `${paper('текст '.repeat(200))}\n#no-such-word-${nth}`, isKept: false, at })
          .catch((fault: unknown) => fault);
      for (let nth = 0; nth < 200; nth += 1) expect(await bad(nth)).toBeInstanceOf(PdfFault);
      const before = compilerMb();
      let most = before;
      for (let nth = 200; nth < 5000; nth += 1) {
        await bad(nth);
        if (nth % 200 === 0) most = Math.max(most, compilerMb());
      }
      expect(most - before).toBeLessThan(60);
      expect((await own.render({ source: paper('дальше'), isKept: true, at })).length).toBeGreaterThan(500);
      await own.close();
    },
  );

  it('a picture handed over with one paper is not there for the next', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const source = '#image("/stamp.png")';
    expect((await engine.render({ source, files: { '/stamp.png': png }, isKept: false, at })).length).toBeGreaterThan(
      0,
    );
    await expect(engine.render({ source, isKept: false, at })).rejects.toBeInstanceOf(PdfFault);
  });

  it('after a pile of hundreds another compiler is ready: the wide caches of the pile would slow every paper', async () => {
    const own = typstEngine();
    const before = new Set(compilers().map(({ pid }) => pid));
    const added = () => compilers().filter(({ pid }) => !before.has(pid));
    await own.render({ source: paper('Акт'), isKept: false, at });
    const [first] = added();
    await own.render({ source: paper('Акт 2'), isKept: false, at });
    expect(added()).toEqual([{ pid: first!.pid, mb: expect.any(Number) }]);
    const pile = Array.from({ length: 4000 }, (_, nth) => `#${typstString(`Строка ${nth} `.repeat(9))}`).join('\n');
    await own.render({ source: pile, isKept: false, at });
    // It starts by itself, before anybody asks for a paper.
    const others = () => added().filter(({ pid }) => pid !== first!.pid);
    await expect.poll(() => [added().length, others().length], { timeout: 30_000 }).toEqual([1, 1]);
    const [second] = others();
    await own.render({ source: paper('Акт 3'), isKept: false, at });
    expect(added().map(({ pid }) => pid)).toEqual([second!.pid]);
    await own.close();
    await expect.poll(added, { timeout: 30_000 }).toEqual([]);
  }, 120_000);

  it('papers asked for at closing are refused, an idle worker ends and comes again', async () => {
    const own = typstEngine({ idleMs: 0 });
    expect((await own.render({ source: paper('раз'), isKept: false, at })).length).toBeGreaterThan(0);
    expect((await own.render({ source: paper('два'), isKept: false, at })).length).toBeGreaterThan(0);
    const asked = [1, 2].map(() => own.render({ source: paper('три'), isKept: false, at }));
    const refused = Promise.all(asked.map((one) => expect(one).rejects.toThrow('closed')));
    await own.close();
    await refused;
  });

  it('names the letters that would be empty boxes', () => {
    expect(missingLetters('Ёлкин Ә. Ү., «№ 5» — 4 500,00 ₽ \u00a0 ґї')).toEqual([]);
    expect(missingLetters('Ли 李 Ан 😀 李')).toEqual(['李', '😀']);
  });
});
