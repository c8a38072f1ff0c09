// Cards that carry comments and files, as calls name them.
import { Id } from './scalars.ts';
import { z } from 'zod';

export const ObjectType = z.enum(['garage', 'profile']);

export const OfObject = z.object({ type: ObjectType, objectId: Id });
