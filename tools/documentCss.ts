// The document's own styles as a file: the first rows are shown before the console's style engine is there. The engine
// writes the same rules again, in the same layer.
import { documentStyles } from '../src/theme/document.ts';

type Rules = { [name: string]: string | number | Rules };

/** Properties whose numbers are not pixels. */
const bare = new Set(['lineHeight', 'zIndex', 'opacity', 'fontWeight']);

/** What the style engine adds to every document before ours. */
const base: Rules = {
  html: { WebkitFontSmoothing: 'antialiased', MozOsxFontSmoothing: 'grayscale', boxSizing: 'border-box' },
  '*, *::before, *::after': { boxSizing: 'inherit' },
  'strong, b': { fontWeight: 600 },
  body: { margin: 0 },
};

/** The style sheet. */
export const documentCss = (): string => `@layer mui{${cssOf(base)}${cssOf(documentStyles() as Rules)}}`;

function cssOf(rules: Rules): string {
  return Object.entries(rules)
    .map(([name, value]) =>
      typeof value === 'object' ? `${name}{${cssOf(value)}}` : `${property(name)}:${text(name, value)};`,
    )
    .join('');
}

const property = (name: string) =>
  name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const text = (name: string, value: string | number) =>
  typeof value === 'number' && value !== 0 && !bare.has(name) && !name.startsWith('--') ? `${value}px` : value;
