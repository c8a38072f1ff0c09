// Puts the theme around the application and lets a person choose light, dark or the system's own.
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { StyledEngineProvider, ThemeProvider, useColorScheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import '@fontsource-variable/golos-text/wght.css';
import { theme } from './theme.ts';
import { storageKey } from './storedTheme.ts';

/** `system` follows the computer. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The theme, the font and the document styles. Library styles sit in a layer below, so a widget's own styles always win. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <StyledEngineProvider enableCssLayer>
      <GlobalStyles styles="@layer mui;" />
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={storageKey}
        colorSchemeStorageKey="theme-scheme"
        noSsr
      >
        <CssBaseline />
        {children}
      </ThemeProvider>
    </StyledEngineProvider>
  );
}

/** What the person chose, which scheme is in force now, and the way to choose; the choice is kept in this browser. */
export function useThemeChoice(): {
  choice: ThemeChoice;
  scheme: 'light' | 'dark';
  choose: (choice: ThemeChoice) => void;
} {
  const { mode, systemMode, setMode } = useColorScheme();
  const choice = mode ?? 'system';
  return { choice, scheme: choice === 'system' ? (systemMode ?? 'light') : choice, choose: setMode };
}
