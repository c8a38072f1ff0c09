// What a device is called by a person, read from what its browser says of itself.

const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom(e|ium)|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];
const named = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** «Chrome, Windows» of a user agent; «Неизвестное устройство» when it says nothing known. */
export function deviceName(agent: string): string {
  return [named(browsers, agent), named(systems, agent)].filter(Boolean).join(', ') || 'Неизвестное устройство';
}
