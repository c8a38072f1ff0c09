// A browser and its system in two words, from what it says of itself.
const browsers: [mark: RegExp, name: string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
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
