// Links of merged and split garages: what an old one became, what a new one came of.
import { Fragment } from 'react';
import { Link } from 'react-router';
import { archiveReasons, type GarageCard } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { formatDate } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { dayOf } from '../../widgets/today.ts';

interface Plate {
  id: number;
  section: string;
  number: string;
}

/** «А 45а, А 45б», each a way to its card. */
export function PlateLinks({ garages }: { garages: readonly Plate[] }) {
  return garages.map((garage, nth) => (
    <Fragment key={garage.id}>
      {nth > 0 && ', '}
      <Link to={pages.garage(garage.id)}>{[garage.section, garage.number].filter(Boolean).join('\u00a0')}</Link>
    </Fragment>
  ));
}

const reasonOf = (reason: string | null) =>
  reason && reason in archiveReasons ? archiveReasons[reason as keyof typeof archiveReasons].toLowerCase() : null;

/** «Гараж в архиве с 20.11.2026: разделён». */
export function archiveTitle({ archivedAt, archiveReason }: GarageCard): string {
  const since = archivedAt ? ` с ${formatDate(dayOf(archivedAt))}` : '';
  const why = reasonOf(archiveReason);
  return `Гараж в архиве${since}${why ? `: ${why}` : ''}`;
}

/** Of a garage of the archive: those that stand in its place. */
export function PlaceTaken({ garage: { became } }: { garage: GarageCard }) {
  if (!became.length) return null;
  return (
    <p style={{ margin: 0 }}>
      На его месте {became.length > 1 ? 'гаражи' : 'гараж'} <PlateLinks garages={became} />
    </p>
  );
}

/** Of a garage in use: the merged and split ones in whose place it stands, each with its day. */
export function CameOf({ garage: { came_of } }: { garage: GarageCard }) {
  if (!came_of.length) return null;
  return (
    <Note>
      Стоит вместо {came_of.length > 1 ? 'гаражей' : 'гаража'}{' '}
      {came_of.map((old, nth) => (
        <Fragment key={old.id}>
          {nth > 0 && ', '}
          <PlateLinks garages={[old]} /> ({reasonOf(old.reason)} {formatDate(old.archived_on)})
        </Fragment>
      ))}
    </Note>
  );
}
