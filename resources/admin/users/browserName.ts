// A browser and its system in two words, from what it says of itself. On a phone the brands have marks of their own.
const browsers: [mark: RegExp, name: string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [mark: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** «Chrome, Windows»; what is unknown stays as it was said. */
export function browserName(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([mark]) => mark.test(userAgent))?.[1];
  return (
    [find(browsers), find(systems)].filter(Boolean).join(', ') || userAgent.slice(0, 40) || 'Неизвестное устройство'
  );
}
