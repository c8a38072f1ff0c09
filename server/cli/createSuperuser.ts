// `npm run create-superuser`: the first account of an empty register, with a region to work in.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import { act } from '../kernel/act.ts';
import { readSettings } from '../kernel/settings.ts';
import { openDeps } from '../deps.ts';
import { hashPassword } from '../session/passwords.ts';
import { userByEmail } from '../session/queries.ts';
import { passwordProblem } from '../session/rules.ts';
import { runCommand } from './command.ts';

const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    name: { type: 'string' },
    region: { type: 'string' },
  },
});
let isHidden = false;
/** What is typed comes back through here: of a password nothing does. */
const screen = new Writable({
  write(shown, _encoding, done) {
    if (!isHidden) process.stdout.write(shown);
    done();
  },
});
const isTerminal = process.stdin.isTTY === true;
const terminal = createInterface({ input: process.stdin, output: screen, terminal: isTerminal });
// Without a listener of its own Ctrl+C would end nothing but the question.
terminal.on('SIGINT', () => process.exit(130));
let isEnded = false;
terminal.on('close', () => (isEnded = true));
/** Lines that came, kept until they are asked for: of piped answers all are there before the second question. */
const lines = terminal[Symbol.asyncIterator]();

/** One line of an answer. @throws when the input has ended before it */
async function ask(question: string, what: string): Promise<string> {
  // What was piped in may all have come before this question.
  if (isEnded) screen.write(question);
  else {
    terminal.setPrompt(question);
    terminal.prompt();
  }
  const { value, done } = await lines.next();
  if (!done) return value;
  screen.write('\n');
  throw new Error(`Ввод закончился, не указано: ${what}. Допишите ответ или задайте его ключом`);
}

async function askPassword(): Promise<string> {
  const answer = ask('Пароль (не короче 10 знаков, буквы и цифры): ', 'пароль (--password)');
  isHidden = isTerminal;
  const typed = await answer.finally(() => (isHidden = false));
  if (isTerminal) process.stdout.write('\n');
  return typed;
}

await runCommand(async () => {
  const asked = await askAll().finally(() => terminal.close());
  const { email, name, password, region } = asked;
  const problem = !/^\S+@\S+\.\S+$/.test(email)
    ? 'Неверный адрес e-mail'
    : !name || !region
      ? 'Укажите имя и регион'
      : passwordProblem(password, email);
  if (problem) throw new Error(problem);
  const deps = await openDeps(readSettings(process.env));
  await create(deps, asked).finally(async () => {
    await deps.jobs.stop();
    await deps.engine.close();
  });
  console.log(`Готово. Войдите как ${email}`);
});

interface Asked {
  email: string;
  name: string;
  password: string;
  region: string;
}

/** What is not said by words of the command is asked, in turn. */
async function askAll(): Promise<Asked> {
  const email = (values.email ?? (await ask('E-mail: ', 'e-mail (--email)'))).trim();
  const name = (values.name ?? (await ask('Фамилия Имя Отчество: ', 'фамилия и имя (--name)'))).trim();
  const password = values.password ?? (await askPassword());
  const region = (values.region ?? (await ask('Название региона: ', 'регион (--region)'))).trim();
  return { email, name, password, region };
}

/** The account with its region. @throws when the address is taken */
async function create(deps: AppDeps, { email, name, password, region }: Asked): Promise<void> {
  if (await userByEmail(deps.db, email))
    throw new Error('Учётная запись с таким адресом уже есть: войдите или восстановите пароль');
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
}
