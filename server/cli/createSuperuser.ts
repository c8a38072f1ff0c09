// `npm run create-superuser`: the first account of an empty register, with a region to work in.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { workCtx } from '../kernel/ctx.ts';
import { act } from '../kernel/act.ts';
import { readSettings } from '../kernel/settings.ts';
import { openDeps } from '../deps.ts';
import { hashPassword } from '../session/passwords.ts';
import { passwordProblem } from '../session/rules.ts';

const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    name: { type: 'string' },
    region: { type: 'string' },
  },
});
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const email = (values.email ?? (await terminal.question('E-mail: '))).trim();
const name = (values.name ?? (await terminal.question('Фамилия Имя Отчество: '))).trim();
const password = values.password ?? (await terminal.question('Пароль (не короче 10 знаков, буквы и цифры): '));
const region = (values.region ?? (await terminal.question('Название региона: '))).trim();
terminal.close();

const problem = !/^\S+@\S+\.\S+$/.test(email)
  ? 'Неверный адрес e-mail'
  : !name || !region
    ? 'Укажите имя и регион'
    : passwordProblem(password, email);
if (problem) {
  console.error(problem);
  process.exit(1);
}

const settings = readSettings(process.env);
const deps = await openDeps(settings);
try {
  const ctx = workCtx(deps, { name: 'Командная строка' });
  const [lastName = '', firstName = '', ...rest] = name.split(/\s+/);
  const passwordHash = await hashPassword(password);
  await act(ctx, 'user.create', async ({ tx, log }) => {
    const place = await tx
      .insertInto('region')
      .values({ name: region })
      .onConflict((on) => on.column('name').doUpdateSet({ name: region }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await tx
      .insertInto('app_user')
      .values({
        email,
        password_hash: passwordHash,
        last_name: lastName,
        first_name: firstName,
        father_name: rest.join(' '),
        role: 'superuser',
        is_superuser: 2,
        capabilities: [1, 2, 3],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('user_right').values({ user_id: user.id, region_id: place.id, is_default: true }).execute();
    await log({ object: { type: 'user', id: user.id, name }, text: `Создан суперпользователь ${name}` });
  });
  console.log(`Готово. Войдите как ${email}`);
} finally {
  await deps.jobs.stop();
  await deps.engine.close();
}
