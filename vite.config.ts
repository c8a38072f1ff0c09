// Build of the console and the test projects.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstScript } from './tools/firstScript.ts';
import { leanContract } from './tools/leanContract.ts';
import { leanLibraries } from './tools/leanLibraries.ts';
import { leanWords } from './tools/leanWords.ts';
import { LongestFirst } from './tests/kit/longestFirst.ts';
import { pageScripts, type OwnPage } from './tools/pageScripts.ts';
import { firstPageModules, preloadFirstPage } from './tools/preloadFirstPage.ts';

const unused = fileURLToPath(new URL('tools/unused.mjs', import.meta.url));
const native = fileURLToPath(new URL('tools/objectEntries.cjs', import.meta.url));
const labels = fileURLToPath(new URL('tools/labels.mjs', import.meta.url));
const apiPort = process.env.PORT ?? '8080';

/** What most people open first. */
const firstPage = 'resources/garages/GarageList.tsx';

const log = 'resources/actionLog/ActionLogPage.tsx';
const charts = 'resources/statistics/Charts.tsx';
/** What else people come to by a link, a bookmark or a reload. */
const ownPages: readonly OwnPage[] = [
  { name: 'charts', address: '^/statistics/.*mode.{1,12}graph', modules: [log, charts] },
  { name: 'statistics', address: '^/statistics\\b', modules: [log] },
  { name: 'today', address: '^/today\\b', modules: ['resources/statistics/TodayPage.tsx'] },
  { name: 'garage', address: '^/garage/\\d+$', modules: ['resources/garages/GarageShow.tsx'] },
  { name: 'people', address: '^/profiles\\b', modules: ['resources/profiles/ProfileList.tsx'] },
  { name: 'desk', address: '^/contributions/payments/desk\\b', modules: ['resources/payments/desk/DeskPage.tsx'] },
];

/** What several pages share bears all their names otherwise. */
const shortName = (name: string) => (name.startsWith('shared') ? 'shared' : name.replace(/\.\w+$/, ''));

const screenTests = globSync('tests/**/*.test.tsx');
const replacesModules = (file: string) => readFileSync(file, 'utf8').includes('vi.mock(');
const screens = (name: string, isolate: boolean, isIn: (file: string) => boolean) => ({
  extends: true as const,
  test: {
    name,
    environment: 'jsdom',
    isolate,
    include: screenTests.filter(isIn),
    setupFiles: ['tests/kit/screens.ts'],
  },
});

export default defineConfig({
  plugins: [
    react(),
    leanContract(),
    leanLibraries(),
    leanWords(),
    preloadFirstPage(firstPage),
    firstScript(),
    pageScripts(ownPages),
  ],
  // None of these is needed here: lists are exported by the server, `target` knows Object.entries, titles are Russian.
  resolve: { alias: { 'jsonexport/dist/index.js': unused, 'object.entries': native, inflection: labels } },
  // Fonts and pictures stay files: the page's policy takes no data: fonts.
  build: {
    outDir: 'dist',
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
    // Browsers that know no preloading (Firefox before 115) load the same scripts a little later: not worth bytes to all the others.
    modulePreload: { polyfill: false },
    // A hundred small files cost an old computer more than their bytes: what pages share comes in a few.
    rolldownOptions: {
      output: {
        // The console lists every file by name: short ones are part of what an old computer reads first, and plain letters press better.
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0]!)}-[hash:6][extname]`,
        codeSplitting: {
          groups: [
            { name: 'console', tags: ['$initial'], priority: 2 },
            { name: firstPageModules(firstPage), debugName: 'first', priority: 1 },
            // What nearly every page is made of: one file, not thirty.
            { name: 'common', minShareCount: 24, priority: 0.5 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': `http://localhost:${apiPort}`,
      '/ws': { target: `ws://localhost:${apiPort}`, ws: true },
      '/public_ws': { target: `ws://localhost:${apiPort}`, ws: true },
    },
  },
  test: {
    // As many as there are cores: with three on two those of killed processes took 159 s in place of 147.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Ends what hangs; a busy machine is no fault of a test.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for may take its time on a busy machine; a test fails when it never comes.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Every file has a database and an application of its own; the code is read and compiled once for all of them.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
        },
      },
      // Every file of screens has a window of its own; what is imported is read and compiled once for all of them, which can't be where
      // a file puts a module of its own in the place of one.
      screens('ui', false, (file) => !replacesModules(file)),
      screens('ui-replaced', true, replacesModules),
    ],
  },
});
