// Every page of a ПО, the pages before signing in, and that a fault of a page is noticed.
import { expect, test } from '@playwright/test';
import { look, testEveryPageOf } from './everyPage.ts';

testEveryPageOf('po@example.ru');

test('pages before signing in', async ({ page }) => {
  for (const address of ['/sign', '/sign?forgot', '/termsofuse']) expect(await look(page, address)).toEqual([]);
});

test('a page with a fault is noticed', async ({ page }) => {
  await page.route('**/planted', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<html><body><div style="width:3000px">x</div><p style="width:9px;overflow-wrap:anywhere">Невское МО</p><main><label><input type="checkbox">один</label><label><input type="checkbox">два</label></main><img src="/nothing.png"><script>console.error("planted")</script></body></html>',
    }),
  );
  const troubles = (await look(page, '/planted', { widths: [390], patienceMs: 0 })).join('\n');
  for (const expected of ['sideways', 'crushed «Невское МО»', 'tick «два»', 'planted', 'image-alt'])
    expect(troubles).toContain(expected);
});
