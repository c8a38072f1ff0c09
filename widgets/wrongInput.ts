// A box whose text was not understood: its form waits until it is put right, since nothing of the text was taken.

/** Attributes of such a box; spread them on the input. */
export const wrongMark = (isWrong: boolean) => (isWrong ? { 'data-wrong': '' } : {});

/** Leads to the first box below `root` whose text was not understood; false when there is none. */
export function focusWrongInput(root: ParentNode | null): boolean {
  const box = root?.querySelector<HTMLInputElement>('input[data-wrong]');
  box?.focus();
  return Boolean(box);
}
