// How large a bulk register is, and how its rows are spread over ПО.
import { sql, type RawBuilder } from 'kysely';

export interface BulkSize {
  regions: number;
  mosPerRegion: number;
  posPerMo: number;
  garages: number;
  people: number;
  /** Each year brings four lines a garage: two charges and two payments. */
  years: number;
}

/** Number of ПО. */
export const placesOf = (size: BulkSize) => size.regions * size.mosPerRegion * size.posPerMo;

/** Index of the ПО of row `n` out of `total`: rows come ПО by ПО, as registries are loaded in life, so that neighbours lie together. */
export const placeIndex = (size: BulkSize, total: number): RawBuilder<number> =>
  sql`(n::bigint * ${sql.lit(placesOf(size))} / ${sql.lit(total)})::int`;
