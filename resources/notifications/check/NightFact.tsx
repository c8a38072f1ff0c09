// The quiet hours: which messages wait for the morning, and who may not wait.
import { timeZones } from '../../../contract/orgs.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { Choice, Fact, type PartProps } from './Fact.tsx';

const hour = (of: number) => `${String(of).padStart(2, '0')}:00`;

export function Night({
  draft: { content },
  preview: { check, quiet_until: until, receiverCounter },
  choices,
  choose,
}: PartProps) {
  const { quiet } = check;
  if (!receiverCounter.sms)
    return <Fact kind="ok" title="Тихие часы не мешают" hint="СМС нет, письма уходят в любое время" />;
  if (!until && !quiet.late)
    return (
      <Fact
        kind="ok"
        title={`До тихих часов все СМС успеют`}
        hint={`СМС ждут с ${hour(quiet.from)} до ${hour(quiet.to)} (${zoneWords(quiet.zone)})`}
      />
    );
  const letters = receiverCounter.email
    ? `письма уйдут сейчас все ${formatNumber(receiverCounter.email)}`
    : 'писем нет';
  const options = [
    ['sms', until ? `СМС в ${hour(quiet.to)}` : `остаток в ${hour(quiet.to)}`],
    ['all', `все в ${hour(quiet.to)}`],
    ...(check.may_be_urgent ? [['urgent', 'срочно, ночью'] as const] : []),
  ] as const;
  const isUrgent = choices.night === 'urgent' && check.may_be_urgent;
  return (
    <Fact
      kind="ask"
      title={
        until
          ? `Тихие часы до ${hour(quiet.to)}: ${formatNumber(receiverCounter.sms)} СМС ждут утра`
          : `Тихие часы с ${hour(quiet.from)}, ${formatNumber(quiet.late)} СМС не успеют`
      }
      hint={`${letters} (${zoneWords(quiet.zone)})${until && !check.may_be_urgent ? `. ${whyNotUrgent(content.kind)}` : ''}`}
    >
      <Choice
        label="Тихие часы"
        value={isUrgent || choices.night !== 'urgent' ? choices.night : 'sms'}
        options={options}
        onChange={(night) => choose({ night })}
      />
      {isUrgent && (
        <TextBox
          label="Почему нельзя ждать утра"
          required
          maxLength={200}
          helperText="Причина попадёт в журнал действий"
          value={choices.reason}
          onChange={(reason) => choose({ reason })}
        />
      )}
    </Fact>
  );
}

const whyNotUrgent = (kind: string) =>
  kind === 'debt' || kind === 'ads' ? 'О долге и рекламу ночью не шлют' : 'Срочные СМС ночью отправляет МО';
/** «Москва, МСК»: a browser names zones in its own language. */
const zoneWords = (zone: string): string =>
  Object.hasOwn(timeZones, zone) ? timeZones[zone as keyof typeof timeZones] : zone;
