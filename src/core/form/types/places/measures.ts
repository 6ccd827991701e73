/** Lengths and areas in words, in units that people use. */
import { formatNumber } from '../../../text/digits.ts';
import type { Language } from '../../../text/languages.ts';

const UNITS = {
  metres: { en: 'm', fa: 'متر', ps: 'متره' },
  kilometres: { en: 'km', fa: 'کیلومتر', ps: 'کیلومتره' },
  squareMetres: { en: 'm²', fa: 'متر مربع', ps: 'متره مربع' },
  hectares: { en: 'ha', fa: 'هکتار', ps: 'هکتاره' },
  squareKilometres: { en: 'km²', fa: 'کیلومتر مربع', ps: 'کیلومتره مربع' },
  jeribs: { en: 'jerib', fa: 'جریب', ps: 'جریبه' },
} as const satisfies Record<string, Record<Language, string>>;

const JERIB = 2000;
const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;

export function lengthText(metres: number, language: Language): string {
  return metres < 1000 ? amount(metres, 'metres', language) : amount(metres / 1000, 'kilometres', language);
}

/** Returns the area in metric units, and in jeribs where people would count in them: from a tenth of one to 100 km². */
export function areaText(squareMetres: number, language: Language): string {
  const metric =
    squareMetres < HECTARE
      ? amount(squareMetres, 'squareMetres', language)
      : squareMetres < SQUARE_KILOMETRE
        ? amount(squareMetres / HECTARE, 'hectares', language)
        : amount(squareMetres / SQUARE_KILOMETRE, 'squareKilometres', language);
  const isLand = squareMetres >= JERIB / 10 && squareMetres < 100 * SQUARE_KILOMETRE;
  return isLand ? `${metric} (${amount(squareMetres / JERIB, 'jeribs', language)})` : metric;
}

/** Small numbers keep up to two decimals, from a hundred on none. */
function amount(value: number, unit: keyof typeof UNITS, language: Language): string {
  const decimals = value < 100 ? 100 : 1;
  return `${formatNumber(Math.round(value * decimals) / decimals, language)} ${UNITS[unit][language]}`;
}
