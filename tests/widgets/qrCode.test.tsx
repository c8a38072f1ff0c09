// The QR that a page draws is read back by an independent reader.
import { cleanup, render, screen } from '@testing-library/react';
import jsQR from 'jsqr';
import { afterEach, expect, it } from 'vitest';
import { QrCode } from '../../widgets/QrCode.tsx';

afterEach(cleanup);

const SCALE = 4;

/** Pixels of the drawn path, as a camera would see them. */
function pixelsOf(svg: Element): { data: Uint8ClampedArray; side: number } {
  const modules = Number(svg.getAttribute('viewBox')!.split(' ')[2]);
  const side = modules * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const dark = svg.querySelector('path[fill="#000"]')!.getAttribute('d')!;
  for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < SCALE; dy += 1)
      for (let dx = 0; dx < SCALE; dx += 1)
        data.set([0, 0, 0, 255], ((Number(y) * SCALE + dy) * side + Number(x) * SCALE + dx) * 4);
  return { data, side };
}

it.each([
  'otpauth://totp/%D0%A0%D0%B5%D0%B5%D1%81%D1%82%D1%80:po%40example.ru?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=X',
  'ST00012|Name=ПО КАС № 12-3 ВОА|Sum=450000',
])('is read back: %s', (text) => {
  render(<QrCode text={text} label="Код" />);
  const { data, side } = pixelsOf(screen.getByRole('img', { name: 'Код' }));
  expect(jsQR(data, side, side)?.data).toBe(text);
});
