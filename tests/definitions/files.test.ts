import { describe, expect, it } from 'vitest';
import { blockingIssues } from '../../src/core/check/issues/issue.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { newRecord } from '../../src/core/form/index.ts';
import { readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { checkDefinitionFiles } from '../../src/server/jobs/forms/check.ts';
import { productFiles, ROOT } from '../support/definitions.ts';

const files = await productFiles;
const meta = readMetaSchemas(ROOT);

describe('the definition files of the product', () => {
  it('are in order: keys, words of the glossary, names, references, contracts, words, locales, canonical form, published contracts', async () => {
    const issues = await checkDefinitionFiles(ROOT);
    expect(blockingIssues(issues)).toEqual([]);
    // The example of languages lacks one text, to show how that looks.
    expect(issues.map(({ file, pointer, code }) => [file, pointer, code])).toEqual([
      ['forms/examples/example-languages.form.json', '/fields/remarks/label', 'words_missing'],
    ]);
  });

  it('define at least one form with its workflow', () => {
    const { forms, common } = sourcesOf(files);
    expect(forms.length).toBeGreaterThan(0);
    for (const { definition } of forms)
      expect(common.workflows[definition.workflow]?.workflow).toBe(definition.workflow);
  });

  it.each([...files.values()].filter((file) => file.kind !== 'locale').map((file) => file.path))(
    '%s is canonical, and stays so',
    (path) => {
      const file = files.get(path);
      const text = formatDefinition(file?.json, file && meta.get(file.kind));
      expect(file?.text).toBe(text);
      expect(formatDefinition(JSON.parse(text), file && meta.get(file.kind))).toBe(text);
    },
  );

  it('give forms that can be opened and validated', async () => {
    const { forms, common } = sourcesOf(files);
    for (const source of forms) {
      const form = compileForm(source);
      const { validate } = await loadValidator(form);
      const data = newRecord(form, { today: '2026-11-20', constants: common.constants });
      // A new record may be incomplete, but never wrong.
      expect(validate(data).filter((error) => error.keyword !== 'required' && error.keyword !== 'if')).toEqual([]);
    }
  });
});
