// Refusals of mailings on a person's card.
import { addRefusal, liftRefusal, personRefusals } from '../../../contract/notifications/refusals.ts';
import type { Mount } from '../../kernel/mount.ts';
import { refusalsOf, writeLift, writeRefusal } from '../refusals.ts';

export function refusalRoutes(mount: Mount): void {
  mount(personRefusals, (ctx, { params }) => refusalsOf(ctx, params.id));
  mount(addRefusal, async (ctx, { params, body }) => {
    await writeRefusal(ctx, params.id, body);
    return refusalsOf(ctx, params.id);
  });
  mount(liftRefusal, async (ctx, { params, body }) => {
    await writeLift(ctx, params.id, body);
    return refusalsOf(ctx, params.id);
  });
}
