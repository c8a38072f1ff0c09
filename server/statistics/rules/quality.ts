// The score of data: what is missing takes its weight away, in the share of those who lack it. Pure.
import { qualityWeights, type QualityPart, type TodayReply } from '../../../contract/today.ts';

/** How many people and garages there are, and how many of them lack each part. */
export type Lacks = Record<QualityPart, number> & { people: number; garages: number };

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The score out of 100 to a tenth, null without people and garages; of each part what is gained by mending all of it. */
export function qualityOf(lacks: Lacks): Omit<TodayReply['quality'], 'no_email' | 'members'> {
  const { people, garages } = lacks;
  const parts = (Object.keys(qualityWeights) as QualityPart[]).map((part) => {
    const of = part === 'owner' ? garages : people;
    return { part, missing: lacks[part], gain: of ? (qualityWeights[part] * lacks[part]) / of : 0 };
  });
  const lost = parts.reduce((sum, part) => sum + part.gain, 0);
  return {
    score: people + garages ? tenth(100 - lost) : null,
    people,
    garages,
    parts: parts.map((part) => ({ ...part, gain: tenth(part.gain) })),
  };
}
