// People and garages of the place as they are today: membership, privileges, what is missing, order in the data, types and states.
import { useNavigate } from 'react-router';
import { listWith, pages } from '../../contract/pages.ts';
import { countedGarages, countedPeople } from '../../contract/statistics.ts';
import { useActor } from '../../providers/session.ts';
import { countOf, formatNumber } from '../../widgets/format.ts';
import { BarRows } from './ChartCard.tsx';
import type { StatView } from './statView.ts';
import { leftOut, type WithCharts } from './useStatistics.ts';

const people = ['человек', 'человека', 'человек'] as const;
const garages = ['гараж', 'гаража', 'гаражей'] as const;

/** The filter of a list within the places of the screen. */
const within = ({ mo, po }: StatView, more: object) => ({
  ...(mo?.length && { moFilter: mo }),
  ...(po?.length && { poFilter: po }),
  ...more,
});

const share = (count: number, of: number) =>
  of ? `${formatNumber(count)} · ${formatNumber((count / of) * 100, 1)} %` : formatNumber(count);

export function PeopleOfPlace({ charts, view, onOpen }: WithCharts) {
  const navigate = useNavigate();
  const open = (more: object) => void navigate(listWith(pages.profiles, within(view, more)));
  const all = charts.members.reduce((sum, row) => sum + row.count, 0);
  const unit = `сегодня, всего ${countOf(all, people)}${leftOut(view, true)}`;
  const bars = (rows: typeof charts.members) =>
    rows.map((row) => ({
      ...row,
      value: row.count,
      text: share(row.count, all),
      onOpen: row.count ? () => open(countedPeople[row.key as keyof typeof countedPeople]) : undefined,
    }));
  return (
    <>
      <BarRows title="Членство в ВОА" unit={unit} table="members" rows={bars(charts.members)} most={all} />
      <BarRows title="Чего не хватает" unit={unit} table="lacks" rows={bars(charts.lacks)} most={all} />
      {charts.privileges.length > 0 && (
        <BarRows
          title="Льготы"
          unit={`человек, сегодня${leftOut(view, true)}`}
          table="privileges"
          rows={charts.privileges.map(({ ids, name, count }) => ({
            key: ids.join(' '),
            name,
            value: count ?? 0,
            text: count === null ? 'меньше 5' : formatNumber(count),
            onOpen: () => open({ privilegeCatFilter: ids }),
          }))}
        />
      )}
      {charts.quality.length > 1 && (
        <BarRows
          title="Порядок в данных"
          unit={`из 100, сегодня, по ${charts.quality[0]!.level === 'mo' ? 'МО' : 'ПО'}`}
          table="quality"
          most={100}
          rows={charts.quality.map(({ level, id, name, score, people: n }) => ({
            key: String(id),
            name,
            value: score,
            text: `${formatNumber(score, 1)} · ${formatNumber(n)} чел.`,
            color: 'var(--gr-chart-3)',
            // A МО opens its ПО, a ПО its people.
            onOpen: () =>
              level === 'mo'
                ? onOpen({ mode: 'graph', mo: [id] })
                : void navigate(listWith(pages.profiles, { poFilter: [id] })),
          }))}
        />
      )}
    </>
  );
}

export function GaragesOfPlace({ charts, view }: WithCharts) {
  const navigate = useNavigate();
  const actor = useActor();
  const open = (key: string) => {
    // The archive is not a page of those who work in a ПО.
    if (key === 'archive')
      return actor?.po ? undefined : () => void navigate(listWith(pages.archive, within(view, {})));
    return () =>
      void navigate(listWith(pages.garages, within(view, countedGarages[key as keyof typeof countedGarages])));
  };
  const all = charts.states.find(({ key }) => key === 'active')?.count ?? 0;
  const rest = leftOut(view, true);
  return (
    <>
      <BarRows
        title="Гаражи по типам"
        unit={`сегодня, всего ${countOf(all, garages)}${rest}`}
        table="types"
        rows={charts.types.map((row) => ({
          ...row,
          value: row.count,
          text: share(row.count, all),
          onOpen: () => void navigate(listWith(pages.garages, within(view, { garageType: [Number(row.key)] }))),
        }))}
      />
      <BarRows
        title="Гаражи по состоянию"
        unit={`сегодня, один гараж может быть в нескольких строках${rest}`}
        table="states"
        rows={charts.states.map((row) => ({
          ...row,
          value: row.count,
          text: formatNumber(row.count),
          onOpen: row.count ? open(row.key) : undefined,
        }))}
      />
    </>
  );
}
