import { describe, expect, it } from 'vitest';
import { readCoordinates } from '../../src/core/geometry/coordinatePair.ts';
import { localDigits } from '../../src/core/text/letters.ts';
import fc from '../support/property.ts';

const KABUL = { latitude: 34.5553, longitude: 69.2075 };

describe('coordinates copied from a map', () => {
  it.each([
    '34.5553, 69.2075',
    '34.5553 69.2075',
    '34.5553,69.2075',
    '۳۴٫۵۵۵۳، ۶۹٫۲۰۷۵',
    '\u202a34.5553° N, 69.2075° E\u202c',
    'N 34.5553 E 69.2075',
    'E69.2075, N34.5553',
    'geo:34.5553,69.2075',
    'https://maps.example.org/place/@34.5553,69.2075,15z',
  ])('are two: %s', (typed) => {
    expect(readCoordinates(typed)).toEqual(KABUL);
  });

  it('may be degrees, minutes and seconds', () => {
    expect(readCoordinates('34°33\'19.1"N 69°12\'27.0"E')).toEqual({ latitude: 34.555306, longitude: 69.2075 });
  });

  it.each(['34.5553', '34,5553', '34.5553, 69.2075, 1800', '91.5, 69.2', "34°75'N 69°E", 'N34.5 N69.2', 'Kabul'])(
    'are none in %s',
    (typed) => {
      expect(readCoordinates(typed)).toBeUndefined();
    },
  );

  it('are read as they are shown, in the digits of any language', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((one) => one / 1e6);
    fc.assert(
      fc.property(degrees(90), degrees(180), fc.constantFrom('en', 'fa', 'ps'), (latitude, longitude, language) => {
        const shown = localDigits(`${latitude.toFixed(6)}, ${longitude.toFixed(6)}`, language as 'en');
        const read = readCoordinates(shown);
        expect(read?.latitude).toBeCloseTo(latitude, 6);
        expect(read?.longitude).toBeCloseTo(longitude, 6);
      }),
    );
  });
});
