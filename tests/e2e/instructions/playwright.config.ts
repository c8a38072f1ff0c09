// Taking the pictures of the instructions: the journeys' own server and demo world.
import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

export default defineConfig({ ...journeys, testDir: '.', testMatch: 'take.pictures.ts' });
