// Devices: a known one signs in, an unknown one waits for the link of a letter; its denial asks for a new password.
import { createHash } from 'node:crypto';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';
import { writeLetter } from '../ports/outbox.ts';
import { countLetter, tooManyLetters } from './letterLimit.ts';
import { newDeviceLetter } from './letters.ts';
import { linkAddress, makeLink, takeLink, type Link } from './links.ts';
import * as q from './queries.ts';
import type { SeenDevice, User } from './queries.ts';
import { shortName } from './rules.ts';
import { deviceName } from '../kernel/deviceName.ts';
import { maskedEmail } from './rules/links.ts';
import { asUser, endSession } from './sessions.ts';

/** A letter that was sent this recently is not sent again: the page asks anew each time it is looked at. */
const LETTER_PAUSE_MS = 2 * 60_000;
const HOUR_MS = 3600_000;
const LETTERS_PER_HOUR = 10;

export interface DevicePayload {
  device_id: number;
  ip: string;
}

/** Name of a browser on the public channel: a hash of its fingerprint, which is a hash itself. */
export const publicIdOf = (fingerprint: string) => createHash('sha256').update(fingerprint).digest('hex');

/** `waiting` for the letter of a new device. */
export const confirmFirst = (email: string) =>
  new Refused(403, {
    message: `Мы отправили ссылку на ${maskedEmail(email)}. Подтвердите вход с нового устройства`,
    code: 'new_device',
  });

/**
 * Lets a known device pass, and the first one of an account; any other waits for a letter. A device is known by its own
 * cookie: a fingerprint travels with every request and may be copied.
 * @throws 403 `must_reset` after a denial, 403 `new_device` while the letter is not answered
 */
export async function passDevice(ctx: Ctx, user: User, seen: SeenDevice): Promise<void> {
  if (user.must_reset_password)
    throw new Refused(403, { message: 'Вход с нового устройства был отклонён. Смените пароль', code: 'must_reset' });
  if (!ctx.deps.settings.confirmDevices) return;
  if (!ctx.fingerprint) throw invalid({ form: 'Браузер не назвал устройство. Обновите страницу и войдите снова' });
  const known = await q.deviceByKey(ctx.db, user.id, seen.key);
  if (known?.status === 'confirmed') return;
  if (known?.status !== 'denied' && !(await q.hasConfirmedDevice(ctx.db, user.id))) return;
  await askOwner(ctx, user, seen, known?.id);
  throw confirmFirst(user.email);
}

async function askOwner(ctx: Ctx, user: User, seen: SeenDevice, knownId: number | undefined) {
  const since = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString();
  const sent = await q.deviceLinksSince(ctx.db, user.id, since(HOUR_MS));
  const ofDevice = sent.filter((link) => link.device === knownId);
  if (ofDevice.some((link) => link.is_good && new Date(link.created_at).toISOString() > since(LETTER_PAUSE_MS))) return;
  if (sent.length >= LETTERS_PER_HOUR) throw tooManyLetters();
  countLetter(ctx.ip, ctx.now());
  const at = ctx.now().toISOString();
  await act(asUser(ctx, user), 'sign.new_device', async ({ tx, log }) => {
    const { id: device } = await q.putDevice(tx, user.id, seen, at, 'waiting');
    // Of one device only the last letter works; another device that waits keeps its own.
    await q.closeDeviceLinks(tx, user.id, device, at);
    const payload: DevicePayload = { device_id: device, ip: ctx.ip };
    const secret = await makeLink(tx, ctx, { purpose: 'new_device', userId: user.id, payload });
    await writeLetter(tx, ctx, {
      to: user.email,
      ...newDeviceLetter({
        device: deviceName(seen.userAgent),
        ip: ctx.ip,
        at: ctx.now(),
        confirm: linkAddress(ctx, 'new_device', secret),
        deny: linkAddress(ctx, 'deny_device', secret),
      }),
    });
    await log({
      object: { type: 'user', id: user.id, name: shortName(user) },
      text: `Вход с нового устройства ждёт подтверждения: ${deviceName(seen.userAgent)}`,
    });
  });
}

/** The owner says yes: the waiting page signs in by itself. */
export async function confirmDevice(ctx: Ctx, user: User, link: Link<DevicePayload>, fingerprint: string) {
  await act(asUser(ctx, user), 'sign.device_confirmed', async ({ tx, log, emit }) => {
    await takeLink(tx, ctx, link, 'new_device');
    await q.setDeviceStatus(tx, link.payload.device_id, 'confirmed');
    await emit({ publicId: publicIdOf(fingerprint) }, { type: 'sign_in_trigger', message: {} });
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Новое устройство подтверждено' });
  });
}

/** The owner says no: the password is known to a stranger. Answers the secret of a link that sets a new one. */
export async function denyDevice(ctx: Ctx, user: User, link: Link<DevicePayload>): Promise<string> {
  return act(asUser(ctx, user), 'sign.device_denied', async (write) => {
    const { tx, log } = write;
    await takeLink(tx, ctx, link, 'new_device', 'denied_at');
    await q.setDeviceStatus(tx, link.payload.device_id, 'denied');
    for (const session of await q.sessionsOfDevice(tx, link.payload.device_id))
      await endSession(write, ctx, session.id, 'устройство отклонено');
    await log({ object: { type: 'user', id: user.id, name: shortName(user) }, text: 'Новое устройство отклонено' });
    return demandNewPassword(write, ctx, user.id);
  });
}

/** Until a new password is set nobody signs in; the answered secret of a link sets it. */
export async function demandNewPassword({ tx }: Pick<Write, 'tx'>, ctx: Ctx, userId: number): Promise<string> {
  await tx
    .updateTable('app_user')
    .set({ must_reset_password: true, updated_at: ctx.now().toISOString() })
    .where('id', '=', userId)
    .execute();
  return makeLink(tx, ctx, { purpose: 'reset_password', userId });
}
