// An official of an МО before his full register.
import { generateFullRegister } from '../../contract/exports.ts';
import { checkPassword } from '../../contract/session.ts';
import type { TestApp } from '../kit/app.ts';
import { account, Browser, PASSWORD } from '../session/people.ts';

export async function backupOfficial(t: TestApp, mo: number, capabilities: number[]) {
  const who = await account(t, { rights: [{ mo_id: mo }], capabilities });
  const browser = new Browser(t);
  await browser.signIn(who.email);
  const take = () =>
    t.app.inject({
      url: generateFullRegister.path,
      headers: { authorization: `Bearer ${browser.token}`, 'x-fingerprint': browser.fingerprint },
    });
  const confirm = (password = PASSWORD) => browser.call(checkPassword, { password }, {}, { id: who.id });
  return { who, browser, take, confirm };
}
