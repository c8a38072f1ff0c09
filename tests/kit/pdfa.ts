// What makes a file a paper for years: the parts that PDF/A-2b asks for, read from the file itself; and qpdf, where there is one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Everything that is said in the file: its objects, those of compressed streams unpacked. */
function saidIn(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const packed = [...raw.matchAll(/\/Type\s*\/ObjStm[\s\S]*?stream\r?\n/g)].map(({ index, 0: head }) => {
    const from = index + head.length;
    const end = raw.indexOf('endstream', from);
    return inflateSync(Buffer.from(raw.slice(from, end), 'latin1')).toString('latin1');
  });
  return [...raw.split('endstream').map(withoutPacked), ...packed].join('\n');
}

/**
 * Objects up to an end of a stream, without its packed bytes, in which any letters may stand by chance, « obj» too: the stream
 * begins at the first place that looks so.
 */
function withoutPacked(part: string): string {
  const start = />>\s*stream\r?\n/.exec(part);
  const head = start ? part.slice(0, start.index + 2) : part;
  return head.slice(head.lastIndexOf(' obj')).includes('/Filter') ? head : part;
}

/** What the file lacks to be kept, each in words; nothing for a good one. */
export function keptFaults(bytes: Uint8Array): string[] {
  const said = saidIn(bytes);
  const faults: string[] = [];
  const must = (isThere: boolean, words: string) => {
    if (!isThere) faults.push(words);
  };
  must(said.startsWith('%PDF-1.7'), 'the head names the version');
  must(/pdfaid:part>2</.test(said) && /pdfaid:conformance>B</.test(said), 'the metadata say PDF/A-2b');
  must(
    /\/OutputIntents/.test(said) && /\/GTS_PDFA1/.test(said) && /\/DestOutputProfile/.test(said),
    'colours have a profile',
  );
  must(/\/ID\s*\[/.test(said), 'the file has an identifier');
  const described = said.match(/\/Type\s*\/FontDescriptor/g)?.length ?? 0;
  const embedded = said.match(/\/FontFile[23]?\s/g)?.length ?? 0;
  must(described > 0 && embedded === described, `fonts are inside: ${embedded} of ${described}`);
  must((said.match(/\/ToUnicode/g)?.length ?? 0) > 0, 'letters can be read back');
  // The identifier is base64, in which «/AA» may stand by chance; the metadata say it again, with words behind it.
  const identifiers = /\/ID\s*\[([^\]]*)\]/.exec(said)?.[1]?.match(/[\w+/=]+/g) ?? [];
  const named = identifiers.reduce((rest, one) => rest.replaceAll(one, ''), said);
  for (const alien of [
    '/Encrypt',
    '/JavaScript',
    '/JS',
    '/Launch',
    '/OpenAction',
    '/AA',
    '/EmbeddedFile',
    '/GoToR',
    '/URI',
  ])
    must(!new RegExp(`${alien}\\b`).test(named), `nothing of ${alien}`);
  must(!/\/StructTreeRoot/.test(said), 'no tags');
  return faults;
}

/** Whether the machine has it; a run without it says so by a test that is skipped. */
export const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;

/** What qpdf says against the file; null for a good one, or where there is no qpdf on the machine. */
export function qpdfFault(bytes: Uint8Array): string | null {
  if (!hasQpdf) return null;
  const folder = mkdtempSync(join(tmpdir(), 'registry-qpdf-'));
  try {
    writeFileSync(join(folder, 'paper.pdf'), bytes);
    const said = execFileSync('qpdf', ['--check', join(folder, 'paper.pdf')], { encoding: 'utf8', stdio: 'pipe' });
    return /No syntax or stream encoding errors found/.test(said) ? null : said;
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
