// New devices and own sessions: confirmed or denied by the letter's link, looked at and ended by their owner.
import * as links from '../../../contract/session/links.ts';
import * as account from '../../../contract/session/account.ts';
import { act } from '../../kernel/act.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { confirmDevice, denyDevice, type DevicePayload } from '../devices.ts';
import { deadLink, goodLink } from '../links.ts';
import * as q from '../queries.ts';
import { deviceName } from '../../kernel/deviceName.ts';
import { endSession } from '../sessions.ts';
import { endSessionsOf } from '../writing.ts';

export function deviceRoutes(mount: Mount): void {
  mount(links.newDevice, async (ctx, { body }) => {
    const link = await goodLink<DevicePayload>(ctx, 'new_device', body.token);
    const user = await q.userById(ctx.db, link.userId);
    const device = await q.deviceById(ctx.db, link.payload.device_id);
    if (!user?.is_active || !device) throw deadLink('new_device', 'expired');
    const about = { device: deviceName(device.label), ip: link.payload.ip, at: link.createdAt };
    const said = (decision: 'confirmed' | 'denied' | null, reset_token: string | null = null) => ({
      data: { ...about, decision, reset_token },
    });
    if (body.confirm === undefined) return said(null);
    if (!body.confirm) return said('denied', await denyDevice(ctx, user, link));
    await confirmDevice(ctx, user, link, device.fingerprint);
    return said('confirmed');
  });

  mount(account.mySessions, async (ctx) => {
    const rows = await q.sessionsWithDevices(ctx.db, ctx.actor.userId, ctx.now());
    return {
      data: rows.map((row) => ({
        id: row.id,
        device: deviceName(row.label || row.user_agent || ''),
        ip: row.ip,
        place: row.place,
        signed_in_at: new Date(row.created_at).toISOString(),
        last_seen_at: new Date(row.last_seen_at).toISOString(),
        is_current: row.id === ctx.actor.sessionId,
      })),
    };
  });

  mount(account.endMySession, async (ctx, { params }) => {
    const mine = await q.liveSessions(ctx.db, ctx.actor.userId);
    if (!mine.some((session) => session.id === params.id)) throw notFound();
    await act(ctx, 'sign.session_ended', async (write) => {
      await endSession(write, ctx, params.id, 'завершён владельцем');
      await write.log({
        object: { type: 'user', id: ctx.actor.userId, name: ctx.actor.name },
        text: 'Завершён сеанс на другом устройстве',
      });
    });
  });

  mount(account.endOtherSessions, async (ctx) => ({
    ended: await act(ctx, 'sign.session_ended', async (write) => {
      const { userId, sessionId, name } = ctx.actor;
      const count = await endSessionsOf(write, ctx, userId, 'завершён владельцем', sessionId);
      await write.log({ object: { type: 'user', id: userId, name }, text: `Завершены все другие сеансы: ${count}` });
      return count;
    }),
  }));
}
