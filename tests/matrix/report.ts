// `npm run matrix`: runs the permission matrix on a database of its own and writes it as a table for people to read.
import { writeFileSync } from 'node:fs';
import { testApp } from '../kit/app.ts';
import { runMatrix, type Cell, type Expected } from './matrix.ts';
import { policy, relations } from './policy.ts';

const FILE = process.argv[2] ?? 'matrix.md';
const words: Record<Expected, string> = {
  allowed: 'да',
  forbidden: 'нет права',
  unknown: 'войти',
  gone: 'не найдено',
  refused: 'отказ',
};

const t = await testApp();
const matrix = await runMatrix(t, { isWhole: true });
await t.close();
const routes = [...new Set(matrix.cells.map((cell) => cell.route))];
const wrong = matrix.cells.filter((cell) => !cell.isRight);
const lines = [
  '# Кому что можно',
  '',
  `Людей ${matrix.principals.length}, вызовов ${routes.length}, клеток ${matrix.cells.length}, не так, как записано: ${wrong.length}.`,
  'Отказ ничего не изменил' +
    (matrix.changed.length ? `, кроме: ${matrix.changed.join(', ')}.` : ' ни в одном вызове.'),
  '',
  ...matrix.principals.flatMap((who) => section(who)),
];
writeFileSync(FILE, `${lines.join('\n')}\n`);
console.log(`${FILE}: клеток ${matrix.cells.length}, не так: ${wrong.length}`);
process.exit(wrong.length || matrix.changed.length || matrix.leaks.length ? 1 : 0);

/** One person: a line for each route, a column for each relation. */
function section(who: string): string[] {
  const mine = matrix.cells.filter((cell) => cell.who === who);
  const heads = [
    'без объекта',
    'свой',
    'в архиве',
    'соседнее ПО',
    'другое МО',
    'другой регион',
    'нет такого',
    'не номер',
  ];
  return [
    `## ${who}`,
    '',
    `| Вызов | Право | ${heads.join(' | ')} |`,
    `| --- | --- |${' --- |'.repeat(heads.length)}`,
    ...routes.map((route) => {
      const cells = mine.filter((cell) => cell.route === route);
      const columns = [null, ...relations].map((relation) => text(cells.find((cell) => cell.relation === relation)));
      return `| ${route} | ${policy[route]!.may} | ${columns.join(' | ')} |`;
    }),
    '',
  ];
}

function text(cell: Cell | undefined): string {
  return cell ? `${cell.isRight ? '' : '**ОШИБКА** '}${words[cell.expected]} (${cell.status})` : '';
}
