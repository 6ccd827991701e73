/** Lengths and areas in words, in units that people use. */
import type { Constants } from '../../../definitions/types.ts';
import { formatNumber } from '../../../text/letters.ts';
import type { TextContext } from '../fieldType.ts';

type Said = Pick<TextContext, 'language' | 'constants'>;

const JERIB = 2000;
const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;

export function lengthText(metres: number, said: Said): string {
  return metres < 1000 ? amount(metres, 'metres', said) : amount(metres / 1000, 'kilometres', said);
}

/** Returns the area in metric units, and in jeribs where people would count in them: from a tenth of one to 100 km². */
export function areaText(squareMetres: number, said: Said): string {
  const metric =
    squareMetres < HECTARE
      ? amount(squareMetres, 'squareMetres', said)
      : squareMetres < SQUARE_KILOMETRE
        ? amount(squareMetres / HECTARE, 'hectares', said)
        : amount(squareMetres / SQUARE_KILOMETRE, 'squareKilometres', said);
  const isLand = squareMetres >= JERIB / 10 && squareMetres < 100 * SQUARE_KILOMETRE;
  return isLand ? `${metric} (${amount(squareMetres / JERIB, 'jeribs', said)})` : metric;
}

/** Small numbers keep up to two decimals, from a hundred on none. */
function amount(value: number, unit: keyof Constants['units'], { language, constants }: Said): string {
  const decimals = value < 100 ? 100 : 1;
  return `${formatNumber(Math.round(value * decimals) / decimals, language)} ${constants.units[unit][language]}`;
}
