/** Returns true if the screen is narrow. It is known at the first render, so nothing is rendered for the wrong width. */
import { useMediaQuery } from '@mantine/hooks';

const PHONE = '48em';

/** `width`: largest width that counts as narrow. Paper is never narrow, whatever its width is: it shows all columns. */
export function useIsNarrowScreen(width = PHONE): boolean {
  const query = `screen and (max-width: ${width})`;
  return useMediaQuery(query, window.matchMedia(query).matches, { getInitialValueInEffect: false });
}
