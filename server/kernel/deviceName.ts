// What a device is called by a person, read from what its browser says of itself.
import { sql } from 'kysely';

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

const version = /(?:YaBrowser|Edg|EdgA|EdgiOS|OPR|Firefox|FxiOS|Version|Chrome|Chromium|CriOS)\/(\d{1,4})/g;
/** Chromium's own mark stands in every agent of its family and says nothing of the others' versions. */
const versionOf = (agent: string): string | undefined => {
  const found = [...agent.matchAll(version)];
  return (found.find(([mark]) => !/^(Chrom|Version)/.test(mark)) ?? found[0])?.[1];
};

/** «Chrome 131, Windows», as a line of the log keeps it; null of a browser that says nothing known. */
export function deviceWords(agent: string): string | null {
  const [browser, system] = [named(browsers, agent), named(systems, agent)];
  const whole = browser && [browser, versionOf(agent)].filter(Boolean).join(' ');
  return [whole, system].filter(Boolean).join(', ') || null;
}

/**
 * The device of a line `l`: its words, then the sign that tells two equal ones apart. A line written before words were kept,
 * and one of a browser that told nothing, says so.
 */
export const deviceOfLine = sql<string | null>`case when l.device_name is null and l.device is null then null
  else concat_ws(' · ', coalesce(l.device_name, 'Браузер не записан'), l.device) end`;
