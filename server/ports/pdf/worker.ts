// The process of the Typst compiler: no packages, no network, no files but those handed over with the paper.
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfJob } from './engine.ts';
import { dotPictures } from './dots.ts';
import { fontFiles } from './fonts.ts';
import { sheetPictures, withCodes } from './sheetCodes.ts';

// An empty folder is all that a source could reach.
const workspace = mkdtempSync(join(tmpdir(), 'registry-pdf-'));
process.on('exit', () => rmSync(workspace, { recursive: true, force: true }));
// Whose papers it makes is gone.
process.on('disconnect', () => process.exit());
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fontFiles() }] });

process.on('message', ({ id, job, form }: { id: number; job: PdfJob; form: 'pdf' | 'svg' }) => {
  try {
    const bytes = render(job, form);
    process.send!({ id, bytes });
  } catch (error) {
    process.send!({ id, fault: error instanceof Error ? error.message : String(error) });
  } finally {
    compiler.resetShadow();
    // Also after a fault: sources that don't compile would fill the memory first.
    compiler.evictCache(10);
  }
});

function render(job: PdfJob, form: 'pdf' | 'svg'): Uint8Array {
  for (const [name, bytes] of Object.entries(job.files ?? {}))
    compiler.mapShadow(join(workspace, name), Buffer.from(bytes));
  for (const [name, bytes] of dotPictures(job.source)) compiler.mapShadow(join(workspace, name), bytes);
  let laidOut = compiled(job.source);
  const codes = sheetPictures(compiler, laidOut, job.source);
  for (const [name, bytes] of codes) compiler.mapShadow(join(workspace, name), bytes);
  if (codes.size) laidOut = compiled(withCodes(job.source));
  if (form === 'svg') return new TextEncoder().encode(compiler.plainSvg(laidOut));
  const pdf = compiler.pdf(laidOut, {
    ...(job.isKept && { pdfStandard: 'a-2b' }),
    pdfTags: false,
    creationTimestamp: Math.floor(job.at / 1000),
  });
  return pdf;
}

function compiled(mainFileContent: string): NodeTypstDocument {
  const done = compiler.compile({ mainFileContent });
  const fault = done.takeError();
  if (fault) throw new Error(faultText(fault));
  return done.result!;
}

function faultText(fault: Parameters<typeof compiler.fetchDiagnostics>[0]): string {
  const diagnostics = compiler.fetchDiagnostics(fault) as { message?: string }[];
  return diagnostics.map(({ message }) => message ?? '').join('; ') || 'the source does not compile';
}
