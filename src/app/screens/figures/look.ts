/** Reads the page's colours, font and direction for charts. */
import { direction } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import type { ChartLook } from './options.ts';

export function readLook(): ChartLook {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    rightToLeft: direction(preferences().language) === 'rtl',
    number,
    font: getComputedStyle(document.body).fontFamily,
    text: of('--mantine-color-text'),
    dimmed: of('--mantine-color-dimmed'),
    line: of('--line-color'),
    surface: of('--surface'),
    main: of('--mantine-color-lapis-6'),
    late: of('--mantine-color-red-6'),
    ring: ['lapis-7', 'saffron-4', 'teal-6', 'red-5', 'lapis-4', 'saffron-7', 'gray-5'].map((name) =>
      of(`--mantine-color-${name}`),
    ),
  };
}
