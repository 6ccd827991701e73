/** What a barcode or QR code says, read by the camera or typed. */
import { toLatinDigits } from '../../../text/letters.ts';
import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const barcode: FieldType = {
  icon: 'barcode',
  group: 'words',

  ...TEXT_TYPE_BASE,
  coerce: (given) => (typeof given === 'string' ? toLatinDigits(given) : given),
  sample: (random) => String(random.whole(100_000_000, 999_999_999)),
  direction: 'ltr',
  personal: 'words',
};
