/** Whether the screen is narrow, known before anything is drawn: what a phone gets otherwise is never drawn and thrown away. */
import { useMediaQuery } from '@mantine/hooks';

const PHONE = '48em';

/** `width`: another width up to which a screen counts as narrow. */
export function usePhone(width = PHONE): boolean {
  const query = `(max-width: ${width})`;
  return useMediaQuery(query, window.matchMedia(query).matches, { getInitialValueInEffect: false });
}
