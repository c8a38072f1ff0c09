// Values that an editor hides until they are shown: once shown they are what the form began with.
import { createContext, use } from 'react';

export const ShownValues = createContext<(values: Record<string, unknown>) => void>(() => undefined);

/** Gives the form values that were hidden; they count as unchanged until somebody types. */
export const useShownValues = () => use(ShownValues);
