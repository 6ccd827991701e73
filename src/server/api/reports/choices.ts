/** What a report can count of a form, with the words of the definitions, so that whoever makes one types no name. */
import { namedItem } from '../../../core/api/names.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { closedOptionsOf, isRatingQuestion, propertyKindOf } from '../../../core/form/types/question.ts';
import type { ReportChoices, ReportOption, ReportSourceChoice } from '../../../core/generated/api.ts';
import { PROBLEM_STATUS } from '../../../core/problems/log.ts';
import { COLUMN_KIND, type ColumnKind } from '../../../core/query/columns.ts';
import { organizationListOf } from '../../../core/records/place.ts';
import { dimensionQuestions } from '../../../core/reports/sources.ts';
import { LANGUAGES, type Text } from '../../../core/text/languages.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { words } from '../../http/words.ts';
import { partNames } from '../admin/partNames.ts';

/** Longer lists are not offered as conditions. */
const MOST_OPTIONS = 500;

type Kind = ReportSourceChoice['kind'];
type Registry = Pick<
  FormRegistry,
  'form' | 'forms' | 'common' | 'choices' | 'places' | 'workflow' | 'problem' | 'restrictedNames'
>;

const KINDS: Record<ColumnKind, Kind> = {
  number: 'number',
  day: 'day',
  id: 'option',
  list: 'option',
  name: 'option',
  words: 'text',
};

export function reportChoices(registry: Registry, form: CompiledForm): ReportChoices {
  const { definition } = form;
  const parents = (definition.parent?.forms ?? []).flatMap((name) => registry.form(name) ?? []);
  const above = new Map(parents.flatMap((parent) => answersOf(registry, parent)).map((one) => [one.source, one]));
  const types = registry.problem()?.fields.get(PROBLEM_STATUS)?.def.options ?? [];
  const states = registry.workflow(form).states.map(({ id, label }) => ({ id, label }));
  const record = recordSources(registry, form, states);
  const place = record.filter(({ source }) => PLACES.includes(source));
  const column = (source: string, kind: Kind, options: ReportOption[] = []): ReportSourceChoice => {
    return { source, label: by(source), group: 'record', kind, section: null, options };
  };
  return {
    form: form.form,
    title: definition.plural,
    programme: definition.programme,
    sources: [
      ...record,
      ...answersOf(registry, form),
      ...[...above.values()].map((one) => ({ ...one, source: `parent.${one.source}`, group: 'parent' as const })),
    ],
    problems: definition.problems
      ? [
          column('type_id', 'option', items(registry, definition.problems.types)),
          column('status', 'option', types.map(asOption)),
          column('date_identified', 'day'),
          column('date_solved', 'day'),
          column('site', 'record'),
          ...place,
        ]
      : [],
    events: [column('action', 'option', actionsOf(registry, form)), column('person', 'record'), column('date', 'day')],
    question_types: questionTypes(registry, form),
    sections: form.sections
      .filter(({ fields }) => fields.some((node) => node.properties.length > 0))
      .flatMap(({ id, def }) => (def.title ? { id, label: def.title } : [])),
    states,
    due: definition.due !== undefined,
  };
}

const PLACES: readonly string[] = ['province', 'district', 'organization'];

function recordSources(registry: Registry, form: CompiledForm, states: ReportOption[]): ReportSourceChoice[] {
  const places = [...registry.places().values()].filter(({ retired_at }) => !retired_at);
  const at = (level: string) =>
    places.filter((one) => one.level === level).map((place) => ({ id: place.id, label: namesOf(place) }));
  const source = (name: string, kind: Kind, options: ReportOption[] = []): ReportSourceChoice => {
    return { source: name, label: by(name), group: 'record', kind, section: null, options: few(options) };
  };
  return [
    source('status', 'option', states),
    source('date', 'day'),
    source('province', 'option', at('province')),
    source('district', 'option', at('district')),
    source('organization', 'option', items(registry, organizationListOf(form))),
    source('site', 'record'),
    source('person', 'record'),
    source('created_at', 'day'),
  ];
}

/** Parts whose values mean nothing in a group. */
const UNCOUNTED: ReadonlySet<string> = new Set(['files', 'shape', 'time']);

/** Returns the answers that can be counted: those with a column. Rows of tables have none. */
function answersOf(registry: Registry, form: CompiledForm): ReportSourceChoice[] {
  const { names: restricted } = registry.restrictedNames(form.form);
  return form.sections.flatMap(({ fields, def }) =>
    fields.flatMap((node) =>
      node.properties.flatMap((property): ReportSourceChoice[] => {
        const part = propertyKindOf(node, property) ?? 'rows';
        const column = COLUMN_KIND[part];
        if (!column || UNCOUNTED.has(part)) return [];
        const options = few(optionsHere(registry, node, property));
        const kind = KINDS[column];
        return [
          {
            source: property,
            label: labelOf(node, property),
            group: 'answer',
            kind: kind === 'option' && options.length === 0 ? 'record' : kind,
            section: def.title ?? null,
            options,
            ...(restricted.has(property) && { restricted: true as const }),
          },
        ];
      }),
    ),
  );
}

function optionsHere(registry: Registry, node: FieldNode, property: string): ReportOption[] {
  const { constants } = registry.common();
  const closed = closedOptionsOf(node, constants, property);
  if (closed) return closed.map(asOption);
  return node.def.choices === undefined ? [] : items(registry, node.def.choices);
}

function labelOf(node: FieldNode, property: string): Text {
  const row = node.def.rows?.find(({ name }) => name === property);
  if (row) return joined(node.def.short ?? node.def.label, row.label);
  const part = Object.entries(node.parts).find(([, name]) => name === property)?.[0];
  const own = node.def.short ?? node.def.label;
  if (node.properties.length < 2 || part === undefined) return own;
  return joined(own, by(part));
}

function joined(a: Text, b: Text): Text {
  return each((language) => `${a[language]}: ${b[language]}`);
}

function questionTypes(registry: Registry, form: CompiledForm): ReportChoices['question_types'] {
  const { constants } = registry.common();
  const nodes = form.sections.flatMap(({ fields }) => fields).filter((node) => closedOptionsOf(node, constants));
  const types = [...new Set(nodes.map(({ type }) => type))];
  const rated = new Set(nodes.filter(isRatingQuestion).map(({ type }) => type));
  return types
    .map((type) => {
      const own = nodes.filter((node) => node.type === type);
      const options = own.flatMap((node) => closedOptionsOf(node, constants) ?? []).map(asOption);
      return {
        type,
        questions: dimensionQuestions(form, { questions: 'each', type }).length,
        topics: dimensionQuestions(form, { questions: 'topic', type }).length > 0,
        options: few([...new Map(options.map((one) => [one.id, one])).values()]),
      };
    })
    .sort((a, b) => Number(rated.has(b.type)) - Number(rated.has(a.type)));
}

/** Entries of the activity log that records of the form have. */
function actionsOf(registry: Registry, form: CompiledForm): ReportOption[] {
  const names = partNames([], registry.common().workflows);
  const steps = registry.workflow(form).transitions.map(({ action }) => action);
  const known = [...new Set(['create', 'edit', 'delete', 'restore', ...steps])];
  return known.map((id) => ({ id, label: names.action(id) }));
}

function items(registry: Registry, list: string): ReportOption[] {
  return few(
    registry
      .choices(list)
      .filter(({ merged_into }) => !merged_into)
      .map((item) => ({ id: item.id, label: namesOf(item) })),
  );
}

function few(options: ReportOption[]): ReportOption[] {
  return options.length > MOST_OPTIONS ? [] : options;
}

function namesOf(row: Parameters<typeof namedItem>[0]): Text {
  return each((language) => namedItem(row, language).name);
}

function asOption({ value, label }: { value: string; label: Text }): ReportOption {
  return { id: value, label };
}

/** Names what every record has. */
function by(name: string): Text {
  return each((language) => words(language, `server:reports.by.${name}`));
}

function each(say: (language: (typeof LANGUAGES)[number]) => string): Text {
  return Object.fromEntries(LANGUAGES.map((language) => [language, say(language)])) as unknown as Text;
}
