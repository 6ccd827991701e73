/** Reads the page's colours, font and direction for charts. */
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { textDirection } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import type { ChartLook } from './chartOptions.ts';

/** Colours of parts and series, which contrast with the surface of the colour scheme. */
const LIGHT = ['lapis-7', 'saffron-4', 'teal-6', 'red-5', 'lapis-4', 'saffron-7', 'gray-5'];
const DARK = ['lapis-4', 'saffron-4', 'teal-5', 'red-5', 'lapis-2', 'saffron-7', 'gray-5'];

/** Returns the look of a chart, which follows the colour scheme, also that of the paper while the page is printed. */
export function useChartLook(): ChartLook {
  const scheme = useComputedColorScheme('light');
  const [look, setLook] = useState(readChartLook);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour scheme decides the page's colours
  useEffect(() => setLook(readChartLook()), [scheme]);
  useEffect(() => {
    const read = () => flushSync(() => setLook(readChartLook()));
    window.addEventListener('beforeprint', read);
    window.addEventListener('afterprint', read);
    return () => {
      window.removeEventListener('beforeprint', read);
      window.removeEventListener('afterprint', read);
    };
  }, []);
  return look;
}

export function readChartLook(): ChartLook {
  const style = getComputedStyle(document.documentElement);
  const isDark = document.documentElement.dataset.mantineColorScheme === 'dark';
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    rightToLeft: textDirection(preferences().language) === 'rtl',
    number,
    font: getComputedStyle(document.body).fontFamily,
    text: of('--mantine-color-text'),
    dimmed: of('--mantine-color-dimmed'),
    line: of('--line-color'),
    surface: of('--surface'),
    main: of(isDark ? '--mantine-color-lapis-5' : '--mantine-color-lapis-6'),
    late: of('--mantine-color-red-6'),
    ring: (isDark ? DARK : LIGHT).map((name) => of(`--mantine-color-${name}`)),
  };
}
