/** Blocks to begin with: what a person wants to see becomes rows, numbers and a look, which can all be changed. */
import type { ReportChoices } from '../../../core/generated/api.ts';
import type { Text } from '../../../core/text/languages.ts';
import { type DraftBlock, type DraftMeasure, freeId, joinedTexts } from './draft.ts';

export const PRESETS = {
  numbers: 'clipboard-list',
  groups: 'chart-bar',
  share: 'circle-dashed',
  table: 'table',
  cross: 'list-details',
  trend: 'activity',
  ratings: 'star',
  ranking: 'sort-descending',
  problems: 'alert-triangle',
  fixRate: 'circle-check',
  funnel: 'filter',
  coverage: 'map-pin',
  text: 'file-text',
} as const;

export type Preset = keyof typeof PRESETS;

type Words = (key: string) => Text;

/** True if the form has what the block counts. */
export function isOffered(preset: Preset, { question_types, problems, due, states }: ReportChoices): boolean {
  if (preset === 'ratings') return question_types.some(({ type }) => type === 'rating');
  if (preset === 'problems' || preset === 'fixRate') return problems.length > 0;
  if (preset === 'funnel') return states.length > 1;
  return preset !== 'coverage' || due;
}

/** `words` gives a text of the builder in every language. */
export function presetBlock(
  preset: Preset,
  choices: ReportChoices,
  { words, blocks }: { words: Words; blocks: readonly DraftBlock[] },
): DraftBlock {
  const { form, title } = choices;
  const id = freeId(preset, blocks);
  const forms = [form];
  const count: DraftMeasure = { id: 'count', of: 'count', forms };
  const points: DraftMeasure = { id: 'average', title: words('made.average'), of: 'points', forms };
  const isRated = isOffered('ratings', choices);
  const named = (key: string) => joinedTexts(title, words(key));
  const problem = (one: string, when: DraftMeasure['when']): DraftMeasure => ({
    id: one,
    title: words(`made.${one}`),
    of: 'problems',
    forms,
    ...(when && { when }),
  });
  switch (preset) {
    case 'numbers':
      return { id, show: 'numbers', title, measures: [count] };
    case 'groups':
      return { id, show: 'bars', title: named('by.province'), by: 'province', measures: [count] };
    case 'share':
      return { id, show: 'donut', title: named('by.status'), by: 'status', measures: [count] };
    case 'table':
      return { id, show: 'table', title: named('by.province'), by: 'province', measures: [count], total: true };
    case 'cross':
      return { id, show: 'stacked', title, by: 'province', across: 'status', measures: [count], total: true };
    case 'trend':
      return { id, show: 'trend', title: named('by.month'), by: 'month', measures: [count] };
    case 'ratings':
      return { id, show: 'bars', title: named('by.each'), by: { questions: 'each' }, measures: [points] };
    case 'ranking': {
      const measures = isRated ? [points, count] : [count];
      const order = `-${(measures[0] as DraftMeasure).id}`;
      return { id, show: 'ranking', title: named('presets.ranking.name'), by: 'site', measures, order, most: 10 };
    }
    case 'problems': {
      const measures = [problem('open', 'open')];
      return { id, show: 'bars', title: words('made.openByType'), by: { field: 'type_id' }, measures, order: '-open' };
    }
    case 'fixRate': {
      const rate: DraftMeasure = {
        id: 'fix_rate',
        title: words('made.fix_rate'),
        rate: ['solved', 'identified'],
        unit: 'percent',
      };
      const measures = [problem('identified', 'identified'), problem('solved', 'solved'), rate];
      return { id, show: 'numbers', title: words('made.fix_rate'), help: words('made.fixRateHelp'), measures };
    }
    case 'funnel': {
      const [from, to] = spanOf(choices);
      const days: DraftMeasure = { id: 'days', title: words('made.days'), of: 'days', forms, from, to, unit: 'days' };
      return { id, show: 'funnel', title: named('by.status'), by: 'status', measures: [count, days] };
    }
    case 'coverage': {
      const due: DraftMeasure = { id: 'due', title: words('made.due'), of: 'sites-due', forms, visits: form };
      const visited: DraftMeasure = { ...due, id: 'visited', title: words('made.visited'), visited: true };
      const rate: DraftMeasure = {
        id: 'coverage',
        title: words('made.coverage'),
        rate: ['visited', 'due'],
        unit: 'percent',
      };
      return { id, show: 'numbers', title: words('presets.coverage.name'), measures: [due, visited, rate] };
    }
    case 'text':
      return { id, show: 'text', title: { en: '', fa: '', ps: '' } };
  }
}

/** Returns the states between which the days count: from the first to the one that ends most work. */
function spanOf({ states }: ReportChoices): [from: string, to: string] {
  const ids = states.map(({ id }) => id);
  return [ids[0] ?? '', ids.includes('verified') ? 'verified' : (ids[1] ?? '')];
}
