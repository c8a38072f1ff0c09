// Places of a page that an instruction speaks of: «Показать» rings the place itself with the number of its step.
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { TutorialCard } from '../../contract/tutorials.ts';
import { helpPageOf, tutorialPages, type TutorialPage } from '../../contract/tutorialWords.ts';
import styles from './tutorials.module.css';

/** Where each main page is. */
const addresses: Record<TutorialPage, string> = {
  garages: pages.garages,
  profiles: pages.profiles,
  reregistrations: pages.reregistrations,
  document: pages.documents,
  notifications: pages.notifications,
  contributions: pages.contributions,
  news: pages.news,
  tutorials: pages.tutorials,
  statistics: pages.statistics,
  admin: pages.admin,
};

const placeOf = (anchor: string) => document.querySelector<HTMLElement>(`[data-help="${anchor}"]`);
/** While the ring is on, the page may draw itself anew: it is looked at so often, ms. */
const FOLLOW_MS = 200;

export function HelpSteps({ steps }: { steps: TutorialCard['steps'] }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [shown, setShown] = useState<number | null>(null);
  const here = helpPageOf(pathname);
  if (!steps.length) return null;
  const show = (at: number) => {
    const step = steps[at]!;
    if (shown === at) return setShown(null);
    setShown(at);
    if (step.page !== here) void navigate(addresses[step.page]);
  };
  const ringed = shown === null ? undefined : steps[shown];
  return (
    <section className={styles.places} aria-label="Где это на странице">
      <h2>Где это на странице</h2>
      <ol>
        {steps.map((step, at) => (
          <li key={`${step.page}.${step.anchor}`}>
            <span>
              {step.text}
              {step.page !== here && <small> · {tutorialPages[step.page]}</small>}
            </span>
            <Button size="small" aria-pressed={shown === at} onClick={() => show(at)}>
              Показать
            </Button>
          </li>
        ))}
      </ol>
      {ringed && <Ring key={`${ringed.page}.${ringed.anchor}`} anchor={ringed.anchor} number={shown! + 1} />}
    </section>
  );
}

/** An amber ring over the place; no ring where the place is not on the page. */
function Ring({ anchor, number }: { anchor: string; number: number }) {
  const [box, setBox] = useState<DOMRect | null>(null);
  useEffect(() => {
    placeOf(anchor)?.scrollIntoView({ block: 'nearest' });
    const look = () => setBox(placeOf(anchor)?.getBoundingClientRect() ?? null);
    look();
    const timer = setInterval(look, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [anchor]);
  if (!box) return <p role="status">На этой странице такого места сейчас нет.</p>;
  const { left, top, width, height } = box;
  return (
    <div className={styles.ring} data-ring={anchor} style={{ left, top, width, height }}>
      <b>{number}</b>
    </div>
  );
}
