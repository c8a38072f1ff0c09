// Measures under a finger: nothing that is pressed is lower than a target must be.
import { expect, it } from 'vitest';
import { density } from '../../src/theme/tokens.ts';

/** Head of a table is read, never pressed by a finger: cards stand instead of it. */
const { head: _head, ...pressed } = density.touch;

it.each(Object.entries(pressed))('%s is at least 44 px high', (_name, px) => expect(px).toBeGreaterThanOrEqual(44));
