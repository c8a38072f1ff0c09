// Letters as mail programs show them: read in light and dark, at the width of a telephone and of a screen.
import { expect, test, type Page } from '@playwright/test';
import { richFromPlain, type RichText } from '../../contract/kernel/richTextFold.ts';
import { letterHtml } from '../../server/kernel/richText/letter.ts';
import { frameLetter } from '../../server/notifications/letters.ts';
import { sideways } from './kit.ts';

const site = 'https://registry.example.ru';
const link = [{ type: 'link', attrs: { href: '/pay' } }] as const;
const text: RichText = {
  v: 1,
  doc: [
    ...richFromPlain('Здравствуйте, {ИмяОтчество}!\n\nВаш долг за гараж А-14 вырос.').doc,
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Как оплатить' }] },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'по реквизитам', marks: [...link] }] }],
        },
      ],
    },
    { type: 'blockquote', content: richFromPlain('Если вы уже оплатили, просим не обращать внимания.').doc },
    // What has no place to break, and a picture wider than any screen.
    {
      type: 'paragraph',
      attrs: { align: 'justify' },
      content: [{ type: 'text', text: 'Сверхдлинноеслово'.repeat(8) }],
    },
    { type: 'paragraph', content: [{ type: 'text', text: `${site}/${'pay'.repeat(60)}`, marks: [...link] }] },
    { type: 'image', attrs: { file: 1, alt: 'Схема' } },
  ],
};

const wide = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%221600%22 height=%22300%22/%3E';

/** The least contrast of words with the ground a mail program lays under them. */
const faintest = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Canvas';
    const partsOf = (color: string) =>
      color
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number);
    const light = (parts: readonly number[]) => {
      const [r, g, b] = parts.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const paper = partsOf(getComputedStyle(probe).backgroundColor);
    const ground = light(paper);
    probe.remove();
    const contrasts = [...document.querySelectorAll('p, a, li, h2')].map((element) => {
      let opacity = 1;
      for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      // What is half seen is that much nearer to its ground.
      const ink = partsOf(getComputedStyle(element).color).map(
        (part, nth) => paper[nth]! + (part - paper[nth]!) * opacity,
      );
      const words = light(ink);
      return (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
    });
    return Math.min(...contrasts);
  });

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 700])
    test(`is read in ${colorScheme} at ${width}`, async ({ page }) => {
      const deps = { settings: { publicUrl: site }, secrets: { sign: () => 'a'.repeat(32) } };
      const kept = { id: 7, kind: 'debt', title: 'Долг', sent_from: 'КАС № 12-3, Невское МО' };
      const body = {
        id: 1,
        profile_id: 3,
        body: '',
        html: letterHtml(text, { values: {}, site, picture: () => wide }),
      };
      const letter = frameLetter(deps as never, kept as never, body, { files: [], replyTo: null });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      await page.setContent(letter.body_html);
      await expect(page.getByRole('link', { name: 'по реквизитам' })).toBeVisible();
      const [words, ground] = await page.evaluate(() => [
        getComputedStyle(document.body).color,
        getComputedStyle(document.documentElement).colorScheme,
      ]);
      expect([words, ground]).toEqual([colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)', 'light dark']);
      expect(await faintest(page)).toBeGreaterThanOrEqual(4.5);
      expect(await sideways(page)).toBe(0);
    });
