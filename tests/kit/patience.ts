// Screens on a busy machine: what is waited for may take its time; a test fails when it never comes.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });
