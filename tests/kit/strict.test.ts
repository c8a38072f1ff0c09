// The closed schema: notices a column that nobody listed, and nothing else.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profiles } from '../../contract/profiles.ts';
import { differences } from './strict.ts';

const schema = z.object({
  data: z.array(z.object({ id: z.number(), part: z.object({ name: z.string() }).nullable().optional() })),
  state: z.record(z.string(), z.unknown()).optional(),
});

describe('a closed schema', () => {
  it('takes what is listed', () => {
    expect(
      differences(schema, {
        data: [
          { id: 1, part: { name: 'А' } },
          { id: 2, part: null },
        ],
        state: { any: {} },
      }),
    ).toEqual([]);
  });
  it.each([
    [{ data: [], more: 1 }, ': unrecognized_keys more'],
    [{ data: [{ id: 1, phone: '+7' }] }, 'data.0: unrecognized_keys phone'],
    [{ data: [{ id: 1, part: { name: 'А', deep: 1 } }] }, 'data.0.part: unrecognized_keys deep'],
    [{ data: [{ id: '1' }] }, 'data.0.id: invalid_type'],
  ])('notices %#', (answer, told) => expect(differences(schema, answer)).toEqual([told]));
  it('closes the schemas of the agreement', () => {
    expect(differences(profiles.list.reply, [{ pass_cipher: 'x' }]).join()).toContain('unrecognized_keys pass_cipher');
  });
});
