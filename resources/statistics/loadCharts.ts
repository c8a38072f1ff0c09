/** The charts of a tab: fetched with its page where the address asks for them. */
export const loadCharts = () => import('./Charts.tsx');
