// Changes that no test can notice, each with the reason: another guard stands behind, or no state reaches the place.
export const equivalent: { file: string; old: string; fresh: string; why: string }[] = [
  {
    file: 'providers/i18nProvider.ts',
    old: 'true',
    fresh: 'false',
    why: 'a missing word is shown by its key either way: the flag only silences a warning in the console of a developer',
  },
];
