// Places of pages that an instruction points at, in order.
import Button from '@mui/material/Button';
import type { HelpStep } from '../../../contract/tutorials.ts';
import { helpAnchors, tutorialPages, type TutorialPage } from '../../../contract/tutorialWords.ts';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import styles from '../../tutorials/tutorials.module.css';

const places = Object.entries(helpAnchors).flatMap(([page, anchors]) =>
  Object.entries(anchors).map(([anchor, name]) => ({
    value: `${page}.${anchor}`,
    label: `${tutorialPages[page as TutorialPage]}: ${name}`,
  })),
);

export function StepsInput(props: {
  steps: readonly HelpStep[];
  onChange: (steps: HelpStep[]) => void;
  error?: string | undefined;
}) {
  const { steps, onChange } = props;
  const change = (at: number, step: Partial<HelpStep>) =>
    onChange(steps.map((one, nth) => (nth === at ? { ...one, ...step } : one)));
  const add = (key: string) => {
    const [page, anchor] = key.split('.') as [TutorialPage, string];
    onChange([...steps, { page, anchor, text: helpAnchors[page][anchor]! }]);
  };
  return (
    <fieldset className={styles.steps}>
      <legend>Где это на странице</legend>
      {steps.map((step, at) => (
        <div key={`${step.page}.${step.anchor}`}>
          <TextBox
            label={`${at + 1}. ${tutorialPages[step.page]}: ${helpAnchors[step.page][step.anchor] ?? step.anchor}`}
            value={step.text}
            maxLength={200}
            onChange={(text) => change(at, { text })}
          />
          <Button size="small" onClick={() => onChange(steps.filter((_, nth) => nth !== at))}>
            Убрать место {at + 1}
          </Button>
        </div>
      ))}
      <SelectBox
        label="Добавить место"
        value={null}
        error={props.error}
        options={places.filter(({ value }) => !steps.some((step) => `${step.page}.${step.anchor}` === value))}
        onChange={(key) => key && add(String(key))}
      />
    </fieldset>
  );
}
