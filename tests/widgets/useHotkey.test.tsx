// A page in sight hears its keys: in the very moment it is drawn, before its effects have run.
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useHotkey } from '../../widgets/useHotkey.ts';

test('a key pressed in the moment a page is drawn is heard', async () => {
  let heard = 0;
  function Page() {
    useHotkey('f1', () => (heard += 1));
    return <h1>Новости</h1>;
  }
  const place = document.createElement('div');
  const drawn = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1' }));
      resolve();
    }).observe(place, { childList: true });
  });
  const root = createRoot(place);
  // As in the browser, without the tool of tests that runs the effects at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  root.render(<Page />);
  await drawn;
  vi.unstubAllGlobals();
  expect(heard).toBe(1);
  root.unmount();
});
