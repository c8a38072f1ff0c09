// Takes the pictures of the instructions anew: `npm run instructions:pictures`. A place that is gone from its page fails it.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { enter } from '../kit.ts';
import { shots, type Shot } from './shots.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'server', 'tutorials', 'pictures');
/** Bytes of a picture at most: an instruction opens at once on a telephone. */
const MOST_BYTES = 60_000;
const AROUND = 16;
const taken: string[] = [];

for (const shot of shots)
  test(shot.name, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const [width, height] = shot.size ?? [1100, 700];
    await page.setViewportSize({ width: Math.max(width, 1024), height });
    await enter(page, shot.email);
    await page.setViewportSize({ width, height });
    await shot.open(page);
    for (const anchor of shot.anchors) await expect(placeOf(page, anchor), anchor).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.mouse.move(0, 0);
    for (const anchor of shot.anchors.toReversed())
      await placeOf(page, anchor).evaluate((place) => place.scrollIntoView({ block: 'nearest' }));
    const clip = await ring(page, shot);
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
    writeFileSync(join(folder, `${shot.name}.webp`), await small(png));
    taken.push(shot.name);
  });

test.afterAll(() => {
  // A part of the pictures does not make the others new.
  if (taken.length < shots.length) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const on = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Moscow' });
  writeFileSync(join(folder, 'taken.json'), `${JSON.stringify({ on, version }, null, 2)}\n`);
});

const placeOf = (page: Page, anchor: string) => page.locator(`[data-help="${anchor}"]`).first();

/** Draws rings with numbers over the places; answers the part of the window to be cut out, null for the whole of it. */
function ring(page: Page, { anchors, whole = false }: Shot) {
  return page.evaluate(
    ([names, isWhole, around]) => {
      const boxes = names.map((name) => document.querySelector(`[data-help="${name}"]`)!.getBoundingClientRect());
      // The ring stands off its place: its number covers no word.
      const seen = boxes.map(({ left, top, right, bottom }) => ({
        left: Math.max(left - 8, 12),
        top: Math.max(top - 8, 12),
        right: Math.min(right + 8, innerWidth - 2),
        bottom: Math.min(bottom + 8, innerHeight - 2),
      }));
      seen.forEach(({ left, top, right, bottom }, nth) => {
        const frame = document.createElement('div');
        frame.style.cssText = `position:fixed;z-index:9999;left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px;border:3px solid #e89c0c;border-radius:8px;box-sizing:border-box;pointer-events:none`;
        const number = document.createElement('b');
        number.textContent = String(nth + 1);
        number.style.cssText =
          'position:absolute;left:-14px;top:-14px;min-width:26px;padding:1px 0;border-radius:6px;background:#e89c0c;color:#1b1200;text-align:center;font:700 16px sans-serif';
        frame.append(number);
        document.body.append(frame);
      });
      if (isWhole) return null;
      const x = Math.max(0, Math.min(...seen.map(({ left }) => left)) - around);
      const y = Math.max(0, Math.min(...seen.map(({ top }) => top)) - around);
      return {
        x,
        y,
        width: Math.min(innerWidth, Math.max(...seen.map(({ right }) => right)) + around) - x,
        height: Math.min(innerHeight, Math.max(...seen.map(({ bottom }) => bottom)) + around) - y,
      };
    },
    [[...anchors], whole, AROUND] as const,
  );
}

/** The picture as WebP, as good as it fits. @throws when it does not fit at all */
async function small(png: Buffer): Promise<Buffer> {
  for (const quality of [90, 80, 70, 60]) {
    const bytes = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new Error('the picture is too large: show less of the page');
}
