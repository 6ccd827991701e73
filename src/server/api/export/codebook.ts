/** The codebook of an export: what each question is called, holds and allows, one a line, in the languages of the form. */

import { questionsById } from '../../../core/definitions/questionHistory.ts';
import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm, FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { withLabels } from '../../../core/form/labelsInWords.ts';
import { isAnswerable, optionsOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { LANGUAGES, type Language, pick } from '../../../core/text/languages.ts';
import { errorWords } from '../../http/errors.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { Worksheet } from '../files/workbook.ts';
import { columnTitle } from '../sheets/columnWords.ts';

const BEFORE = ['name', 'id', 'type'];
const AFTER = ['options', 'required', 'unit', 'limits', 'versions', 'restricted'];

export function codebook(services: Services, form: CompiledForm, language: Language): Worksheet {
  const { registry } = services;
  const restricted = registry.restrictedQuestions(form.form);
  const asked = registry
    .versions(form.form)
    .map((version) => ({ version: version.version, ids: questionsById(version) }));
  const say = (key: string, params = {}) => words(language, `server:codebook.${key}`, params);
  const languages = languagesOf(form.definition);
  const labelled = languages.map((one) =>
    isInterface(one) ? say(one) : say('label', { language: languageName(one) }),
  );
  const nodes = [...everyNode(form.fields.values())].filter(isAnswerable);
  const rows = nodes.flatMap((node) =>
    Object.entries(node.parts).map(([part, property]) => [
      node.path === node.name ? property : [...node.path.split('.').slice(0, -1), property].join('.'),
      node.def.rows?.find((row) => row.name === property)?.id ?? node.id,
      node.type,
      ...languages.map((one) => labelOf(form, node, part, property, one)),
      optionLines(services, form, node, property, languages),
      node.required ? say('yes') : node.requiredWhen ? say('sometimes') : '',
      node.def.unit ? pick(node.def.unit, language) : '',
      limitsOf(form, node, property, language),
      asked.flatMap(({ version, ids }) => (ids.has(node.id) ? version : [])).join(', '),
      restricted.has(node.id) ? say('yes') : '',
    ]),
  );
  return {
    title: say('title'),
    head: [...BEFORE.map((key) => say(key)), ...labelled, ...AFTER.map((key) => say(key))],
    rows,
  };
}

function isInterface(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
}

function labelOf(form: CompiledForm, node: FieldNode, part: string, property: string, language: string): string {
  const label = withLabels(form, node.def.label, language, node.path);
  const title = columnTitle(form, { node, part, property }, language);
  return title === label ? label : `${label}: ${title}`;
}

/** Returns one line for each closed option: its code and its labels. Of an open list only its name. */
function optionLines(
  { registry }: Services,
  form: CompiledForm,
  node: FieldNode,
  property: string,
  languages: readonly string[],
): string {
  const options = optionsOf(node, registry.common().constants, property);
  if (!options) return node.def.choices ?? '';
  return options
    .map(
      ({ value, label }) =>
        `${value} = ${languages.map((language) => withLabels(form, label, language, node.path)).join(' / ')}`,
    )
    .join('\n');
}

const LIMITS = {
  minimum: 'minimum',
  maximum: 'maximum',
  minLength: 'min_length',
  maxLength: 'max_length',
  minItems: 'too_few',
  maxItems: 'too_many',
} as const;

/** Returns the sentences that a wrong answer would get: the bounds of its contract, and the rules of the form about it. */
function limitsOf(form: CompiledForm, node: FieldNode, property: string, language: Language): string {
  const inner = node.schema.properties as Record<string, JsonSchema> | undefined;
  const schema = node.properties.length > 1 ? getOwn(inner, property) : node.schema;
  const bounds = Object.entries(LIMITS).flatMap(([keyword, code]) => {
    const limit = getOwn(schema, keyword);
    return typeof limit === 'number' ? errorWords(language, code, { limit }) : [];
  });
  const rules = (form.definition.constraints ?? []).filter(({ at }) => at === node.path);
  return [...bounds, ...rules.map(({ at, message }) => withLabels(form, message, language, at))].join('\n');
}
