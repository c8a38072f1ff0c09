// Instructions: the list, one of them, their files, reading, first steps.
import { sql } from 'kysely';
import { picturesOf } from '../../contract/kernel/richTextFold.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import * as contract from '../../contract/tutorials.ts';
import { tutorialKindKeys, tutorialKinds, tutorialPageKeys, tutorialTopicKeys } from '../../contract/tutorialWords.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { sessionLink, signedLink } from '../kernel/fileLinks.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { factsOf, helpPagesNow, knownPictures, listTutorials, tutorialNumbers } from './queries.ts';
import { addInstructions, missingInstructions } from './installing.ts';
import { MOST_FILM_BYTES, MOST_PDF_BYTES, stepsOf } from './rules.ts';
import { markTutorial, markVisit, requireTutorial, saveTutorial, setFile, setHelpPage } from './writing.ts';

export function tutorialRoutes(mount: Mount): void {
  mount(contract.tutorials.list, async (ctx, { query }) => {
    const { field, direction, filter, offset, limit } = parseList(query, contract.tutorials);
    const way = direction === 'desc' ? sql`desc` : sql`asc`;
    const order =
      field === 'title'
        ? sql`t.title ${way}`
        : sql`array_position(${[...tutorialTopicKeys]}::text[], t.topic), t.sort ${way}`;
    const page = await listTutorials(ctx, filter, order, { offset, limit });
    return { ...page, offset, limit };
  });
  mount(contract.tutorials.one, (ctx, { params }) => card(ctx, params.id));
  mount(contract.tutorials.create, async (ctx, { body }) => card(ctx, await saveTutorial(ctx, body)));
  mount(contract.tutorials.update, async (ctx, { params, body: { version, ...body } }) =>
    card(ctx, await saveTutorial(ctx, body, { id: params.id, version })),
  );
  mount(contract.tutorialTypes, async (ctx) => {
    const numbers = await tutorialNumbers(ctx.db, ctx.actor);
    return {
      data: tutorialKindKeys.map((kind) => ({ kind, name: tutorialKinds[kind], count: numbers[kind] })),
      newTutorialCounter: numbers.fresh,
      read: numbers.read,
      all: numbers.all,
    };
  });
  mount(contract.helpPages, async (ctx) => {
    const held = new Map((await helpPagesNow(ctx.db, tutorialTopicKeys)).map((row) => [row.page, row.tutorial_id]));
    return { data: tutorialPageKeys.map((page) => ({ page, tutorial_id: held.get(page) ?? null })) };
  });
  mount(contract.setHelpPage, (ctx, { body }) => setHelpPage(ctx, body.page, body.tutorial_id));
  mount(contract.programTutorials, async (ctx) => ({
    data: (await missingInstructions(ctx.db)).map(({ title, lead }) => ({ title, lead: lead ?? '' })),
  }));
  mount(contract.addProgramTutorials, async (ctx, { body }) => ({ added: await addInstructions(ctx, body.titles) }));
  mount(contract.visitTutorials, (ctx) => markVisit(ctx));
  mount(contract.readTutorial, async (ctx, { params, body }) => {
    await markTutorial(ctx, params.id, body.helped);
    return card(ctx, params.id);
  });
  mount(contract.setTutorialFile, async (ctx, { params, arriving }) => {
    const { kind } = await requireTutorial(ctx, params.id);
    const most = kind === 'video' ? MOST_FILM_BYTES : MOST_PDF_BYTES;
    await setFile(ctx, params.id, await arriving(most), most);
    return card(ctx, params.id);
  });
  mount(contract.firstSteps, async (ctx) => ({ data: stepsOf(await factsOf(ctx)) }));
}

async function card(ctx: Ctx, id: number): Promise<contract.TutorialCard> {
  const { file_id, file, body: kept, votes, ...row } = await requireTutorial(ctx, id);
  const body = kept as contract.TutorialCard['body'];
  const pictures = await knownPictures(ctx.db, body ? picturesOf(body) : []);
  return {
    ...row,
    body,
    pictures: [...pictures].map((picture) => ({ id: picture, url: signedLink(ctx.deps, picture, ctx.now()) })),
    file: file && file_id ? { ...file, url: sessionLink(ctx, file_id) } : null,
    votes: ctx.actor.isSuperuser === SUPERUSER ? votes : { yes: 0, no: 0 },
  };
}
