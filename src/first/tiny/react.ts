// What the components of a row ask of React, for a page that is drawn once and never changes: state is where it begins,
// effects do not run.
import type { ReactNode } from 'react';

export { Fragment } from './jsx-runtime.ts';

const begin = <T>(value: T | (() => T)): T => (typeof value === 'function' ? (value as () => T)() : value);

export const useState = <T>(value: T | (() => T)) => [begin(value), () => {}] as const;
export const useMemo = <T>(make: () => T): T => make();
export const useCallback = <T>(call: T): T => call;
export const useRef = <T>(current: T) => ({ current });
export const useEffect = () => {};
export const useLayoutEffect = () => {};
export const useSyncExternalStore = <T>(_: unknown, read: () => T): T => read();
export const memo = <T>(component: T): T => component;
export const Suspense = ({ children }: { children?: ReactNode }) => children;
