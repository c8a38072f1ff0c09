// What a browser says of itself, in two words: the brand and the system that a person knows.
import { expect, it } from 'vitest';
import { browserName } from '../../resources/admin/users/browserName.ts';

const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

it.each([
  // Every one of them calls itself Chrome and Safari too: the rarer mark is the true one.
  [`${windows} ${kit} Chrome/140.0 YaBrowser/25.10 Safari/537.36`, 'Яндекс Браузер, Windows'],
  [`${windows} ${kit} Chrome/141.0 Safari/537.36 Edg/141.0`, 'Edge, Windows'],
  [`${windows} ${kit} Chrome/140.0 Safari/537.36 OPR/125.0`, 'Opera, Windows'],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12 Version/12.18', 'Opera, Windows'],
  [`${windows} ${kit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox, Linux'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, 'Safari, macOS'],
  // Android is a Linux, and iOS says that it is like Mac OS.
  [`Mozilla/5.0 (Linux; Android 15) ${kit} Chrome/142.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari, iOS'],
  // On a phone the mark is another one.
  [`Mozilla/5.0 (Linux; Android 10; K) ${kit} Chrome/141.0 Mobile Safari/537.36 EdgA/141.0`, 'Edge, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) EdgiOS/141.0 Mobile Safari/604.1', 'Edge, iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome, iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) FxiOS/144.0 Mobile Safari/604.1', 'Firefox, iOS'],
  // Of one that is known the other is not invented.
  ['curl on Windows', 'Windows'],
  ['Firefox/144.0', 'Firefox'],
  ['EdgSomething', 'EdgSomething'],
])('%s: %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});

it('an unknown one is told by its own words, forty letters of them; one that says nothing is unknown', () => {
  expect(browserName(`${'п'.repeat(40)}х`)).toBe('п'.repeat(40));
  expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
  expect(browserName('')).toBe('Неизвестное устройство');
});
