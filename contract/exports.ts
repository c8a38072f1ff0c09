// Taking data away: a list as on screen, the full register of an МО.
import { endpoint } from './kernel/endpoint.ts';
import { exportedLists } from './kernel/objects.ts';
import { Id, optionalLine } from './kernel/scalars.ts';
import { registerBackup, registryEdit, signedIn } from './kernel/scope.ts';
import { z } from 'zod';

/** Rows of a list on paper, about 80 sheets. */
export const mostOnPaper = 3000;

/** Columns are named as on screen and checked against the list. */
export const exportList = endpoint({
  tag: 'Экспорт',
  method: 'POST',
  path: '/api/export/:resource',
  summary: 'Выгрузить список как на экране',
  needs: signedIn,
  params: z.object({ resource: z.enum(exportedLists) }),
  body: z.object({
    /** `pdf` is the list on paper, at most `mostOnPaper` rows. */
    format: z.enum(['xlsx', 'csv', 'pdf']),
    /** Column keys in the order of the screen. */
    columns: z.array(z.string().max(40)).min(1).max(40),
    sort: z.tuple([z.string().max(40), z.enum(['ASC', 'DESC'])]),
    filter: z.record(z.string(), z.unknown()),
    /** Of what the filter keeps, these rows alone: what is ticked. */
    only: z.array(Id).min(1).max(10_000).optional(),
    /** All but these: everything was ticked and some taken off. */
    except: z.array(Id).max(10_000).optional(),
    /** Conditions in words, printed under the title. */
    conditions: optionalLine(1000),
    /** Why the phones are taken away whole; without it they are masked. */
    phonesReason: optionalLine(200),
  }),
  kind: 'file',
});

/** Whose phones may be taken away for calling. */
export const wholePhones = registryEdit;

/** What is taken away under a password of its own. */
export const registerPacks = {
  book: 'Книга Excel под паролем',
  archive: 'Архив под паролем: книга, бумаги и сканы',
} as const;
export type RegisterPack = keyof typeof registerPacks;
/** Who carries a file away may try passwords for as long as he likes. */
export const shortestFilePassword = 12;
/** A file in an archive of more would not be taken from «Задания» over an office's line, bytes. */
export const largestArchive = 1_500_000_000;

/** The full register as a job, under a password; asks for the own password checked a moment ago (`check_password`). */
export const packFullRegister = endpoint({
  tag: 'Экспорт',
  method: 'POST',
  path: '/api/full_register_pack/',
  summary: 'Резервная копия реестра МО под паролем: книга или архив с бумагами',
  needs: registerBackup,
  body: z.object({
    what: z.enum(['book', 'archive']),
    /** Opens the file; kept sealed until it is made, then forgotten. */
    password: z
      .string()
      .min(shortestFilePassword, `Не короче ${shortestFilePassword} знаков`)
      .max(128, 'Не длиннее 128 знаков'),
  }),
  reply: z.object({ job_id: Id }),
});

/** Full register of an МО as a workbook; asks for a password checked a moment ago (`check_password`). */
export const generateFullRegister = endpoint({
  tag: 'Экспорт',
  method: 'GET',
  path: '/api/generate_full_register/',
  summary: 'Резервная копия реестра МО',
  needs: registerBackup,
  kind: 'file',
});
