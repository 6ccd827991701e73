import { expect, test } from 'vitest';
import { deviceLanguage } from '../../src/core/text/languages.ts';

test.each([
  [['fa-AF', 'en'], 'fa'],
  [['prs'], 'fa'],
  [['PS-AF'], 'ps'],
  [['de-DE', 'ps', 'en'], 'ps'],
  [['en-GB', 'fa'], 'en'],
  // Punjabi, though the wire code of Pashto is the same.
  [['pa-IN'], 'en'],
  [[], 'en'],
])('a device with %j begins in %s', (tags, language) => {
  expect(deviceLanguage(tags)).toBe(language);
});
