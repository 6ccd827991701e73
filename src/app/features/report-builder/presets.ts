/** Blocks to begin with: what a person wants to see becomes rows, numbers and a look, which can all be changed. */
import type { ReportChoices } from '../../../core/generated/api.ts';
import { DEFAULT_TYPE } from '../../../core/reports/sources.ts';
import { type FullText, inThreeLanguages } from '../../../core/text/languages.ts';
import { type DraftBlock, type DraftMeasure, freeBlockId, joinedTexts } from './draft.ts';

export const BLOCK_PRESETS = {
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

export type BlockPreset = keyof typeof BLOCK_PRESETS;

type Words = (key: string) => FullText;

/** True if the form has what the block counts. */
export function isPresetOffered(
  preset: BlockPreset,
  { question_types, problems, due, states }: ReportChoices,
): boolean {
  if (preset === 'ratings') return question_types.some(({ type }) => type === DEFAULT_TYPE);
  if (preset === 'problems' || preset === 'fixRate') return problems.length > 0;
  if (preset === 'funnel') return states.length > 1;
  return preset !== 'coverage' || due;
}

/** What the blocks are made of. */
interface Made {
  title: FullText;
  choices: ReportChoices;
  words: Words;
  /** The words after the name of what the form records. */
  named: (key: string) => FullText;
  forms: [string];
  count: DraftMeasure;
  points: DraftMeasure;
  problem: (id: string, when: DraftMeasure['when']) => DraftMeasure;
  rate: (id: string, part: string, whole: string) => DraftMeasure;
}

/** `words` gives a text of the builder in every language. */
export function presetBlock(
  preset: BlockPreset,
  choices: ReportChoices,
  { words, blocks }: { words: Words; blocks: readonly DraftBlock[] },
): DraftBlock {
  const { form } = choices;
  const title = inThreeLanguages(choices.title);
  const forms: [string] = [form];
  const made = BLOCKS[preset]({
    title,
    choices,
    words,
    forms,
    named: (key) => joinedTexts(title, words(key)),
    count: { id: 'count', of: 'count', forms },
    points: { id: 'average', title: words('made.average'), of: 'points', forms },
    problem: (id, when) => ({ id, title: words(`made.${id}`), of: 'problems', forms, ...(when && { when }) }),
    rate: (id, part, whole) => ({ id, title: words(`made.${id}`), rate: [part, whole], unit: 'percent' }),
  });
  return { id: freeBlockId(preset, blocks), ...made };
}

const BLOCKS: Record<BlockPreset, (made: Made) => Omit<DraftBlock, 'id'>> = {
  numbers: ({ title, count }) => ({ show: 'numbers', title, measures: [count] }),
  groups: ({ named, count }) => ({ show: 'bars', title: named('by.province'), by: 'province', measures: [count] }),
  share: ({ named, count }) => ({ show: 'donut', title: named('by.status'), by: 'status', measures: [count] }),
  table: ({ named, count }) => {
    return { show: 'table', title: named('by.province'), by: 'province', measures: [count], total: true };
  },
  cross: ({ title, count }) => {
    return { show: 'stacked', title, by: 'province', across: 'status', measures: [count], total: true };
  },
  trend: ({ named, count }) => ({ show: 'trend', title: named('by.month'), by: 'month', measures: [count] }),
  ratings: ({ named, points }) => {
    return { show: 'bars', title: named('by.each'), by: { questions: 'each' }, measures: [points] };
  },
  ranking: ({ choices, named, points, count }) => {
    const isRated = isPresetOffered('ratings', choices);
    return {
      show: 'ranking',
      title: named('presets.ranking.name'),
      by: 'site',
      measures: isRated ? [points, count] : [count],
      order: `-${(isRated ? points : count).id}`,
      most: 10,
    };
  },
  problems: ({ words, problem }) => {
    const title = words('made.openByType');
    return { show: 'bars', title, by: { field: 'type_id' }, measures: [problem('open', 'open')], order: '-open' };
  },
  fixRate: ({ words, problem, rate }) => ({
    show: 'numbers',
    title: words('made.fix_rate'),
    help: words('made.fixRateHelp'),
    measures: [
      problem('identified', 'identified'),
      problem('solved', 'solved'),
      rate('fix_rate', 'solved', 'identified'),
    ],
  }),
  funnel: ({ choices, words, named, forms, count }) => {
    const [from, to] = spanOf(choices);
    const days: DraftMeasure = { id: 'days', title: words('made.days'), of: 'days', forms, from, to, unit: 'days' };
    return { show: 'funnel', title: named('by.status'), by: 'status', measures: [count, days] };
  },
  coverage: ({ words, forms, rate }) => {
    const due: DraftMeasure = { id: 'due', title: words('made.due'), of: 'sites-due', forms, visits: forms[0] };
    const visited: DraftMeasure = { ...due, id: 'visited', title: words('made.visited'), visited: true };
    const measures = [due, visited, rate('coverage', 'visited', 'due')];
    return { show: 'numbers', title: words('presets.coverage.name'), measures };
  },
  text: () => ({ show: 'text' }),
};

/** Returns the states between which the days count: from the first to the one that ends most work. */
function spanOf({ states }: ReportChoices): [from: string, to: string] {
  const ids = states.map(({ id }) => id);
  return [ids[0] ?? '', ids.includes('verified') ? 'verified' : (ids[1] ?? '')];
}
