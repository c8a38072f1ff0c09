// The shape of an instruction that comes with the program.
import type { HelpStep, TutorialBody } from '../../../contract/tutorials.ts';
import type { TutorialPage } from '../../../contract/tutorialWords.ts';

export type Instruction = Pick<TutorialBody, 'title' | 'lead' | 'topic' | 'length'> & {
  /** Pages whose F1 opens it. */
  pages: readonly TutorialPage[];
  /** Paragraphs parted by empty lines; `![подпись](name)` is a picture of `pictures/name.webp`. */
  text: string;
  steps: readonly HelpStep[];
};

/** Steps of one page: the place, and what is done there. */
export const at = (page: TutorialPage, places: Record<string, string>): HelpStep[] =>
  Object.entries(places).map(([anchor, text]) => ({ page, anchor, text }));
