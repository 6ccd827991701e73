import { expect, test } from 'vitest';
import type { Constants, FormDefinition } from '../../src/core/definitions/types.ts';
import { helpByOption } from '../../src/core/form/helpByOption.ts';
import { closedOptionsOf } from '../../src/core/form/types/question.ts';
import { LANGUAGES, pickText } from '../../src/core/text/languages.ts';
import { productFiles } from '../support/definitions.ts';

const LABELS = ['Good', 'Not good', 'Bad', '(None)'];

test('a help that explains options is read option by option', () => {
  expect(helpByOption('Look twice. Good: signed. Not good: a page. Or two. (None): gone', LABELS)).toEqual({
    lead: 'Look twice.',
    options: [
      { label: 'Good', words: 'signed.' },
      { label: 'Not good', words: 'a page. Or two.' },
      { label: '(None)', words: 'gone' },
    ],
  });
  expect(helpByOption('عالی: هر روز. خراب: هیچ.', ['عالی', 'خراب']).options).toHaveLength(2);
});

test.each([
  ['one option alone', 'Say why. Bad: none.'],
  ['labels inside a sentence', 'Not as Good: that is, or as Bad: that was.'],
  ['no option', 'Write the name.'],
])('%s stays as it is', (_what, help) => {
  expect(helpByOption(help, LABELS)).toEqual({ lead: help, options: [] });
  expect(helpByOption(help, [])).toEqual({ lead: help, options: [] });
});

test('the help of a question explains the same options in the three languages', async () => {
  const files = [...(await productFiles).values()];
  const constants = files.find(({ path }) => path.endsWith('common/constants.json'))?.json as Constants;
  let found = 0;
  for (const { json, kind, path } of files) {
    if (kind !== 'form' || path.includes('/frozen/')) continue;
    const definition = json as FormDefinition;
    for (const [name, def] of Object.entries(definition.fields)) {
      const options =
        def.options ?? closedOptionsOf({ type: def.type, def, properties: [name], parts: {} } as never, constants);
      const { help } = def;
      if (!help || !options) continue;
      const explained = LANGUAGES.map((language) =>
        helpByOption(
          pickText(help, language),
          options.map(({ label }) => pickText(label, language)),
        ).options.map(({ label }) => options.findIndex((one) => pickText(one.label, language) === label)),
      );
      expect(explained[1], `${path} ${name}`).toEqual(explained[0]);
      expect(explained[2], `${path} ${name}`).toEqual(explained[0]);
      found += explained[0]?.length ? 1 : 0;
    }
  }
  expect(found).toBeGreaterThan(80);
});
