// Stands for what a page that is drawn once has not: boxes that open later, phones that were shown in this tab, buttons,
// calls.

export default () => null;
export const later = () => () => null;
export const useShownPhones = () => ({ phonesOf: () => null });
export const toast = () => {};
export const flushSync = (work: () => void) => work();
export const call = () => Promise.reject(new Error('the first script makes no calls'));
