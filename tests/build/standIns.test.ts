// What stands for a package in the build is taken as the package itself is: a `require` gets the function, not a module around it.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { leanLibraries } from '../../tools/leanLibraries.ts';

const require = createRequire(import.meta.url);
const plugin = leanLibraries() as unknown as { resolveId(name: string, importer?: string): string | null };

describe('what stands for a package that is required', () => {
  it.each(['decode-uri-component', 'hasown', 'warning'])('%s', (name) => {
    const standIn = plugin.resolveId(name);
    expect(standIn).toMatch(/\.cjs$/);
    expect(typeof require(standIn!)).toBe(typeof require(name));
  });

  it('an address that is not well formed is read as it stands', () => {
    const decode = require(plugin.resolveId('decode-uri-component')!) as (text: string) => string;
    expect(decode('%D0%90%201')).toBe('А 1');
    expect(decode('100%')).toBe('100%');
  });
});
