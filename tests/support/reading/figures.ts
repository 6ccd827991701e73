/** What a number counts, and headings that mean the same in every programme. Written from the printed words alone. */
import type { Answers, Known, Level } from './rows.ts';

/** `now` names a choice by the one that it was merged into. */
type Where = (data: Answers, now: Known['now']) => boolean;

export type Figure =
  | {
      of: 'records';
      forms: readonly string[];
      where?: Where;
      sum?: readonly string[];
      times?: number;
      each?: 'site' | 'parent';
      /** Only those of one place or organisation. */
      in?: readonly [of: Level | 'organization', id: string];
    }
  | { of: 'answers'; forms: readonly string[]; value: string }
  | { of: 'points'; forms: readonly string[]; span?: 'now' | 'before' }
  | { of: 'problems'; when: 'found' | 'solved' | 'found and solved' | 'solved until' | 'open'; ofType?: string }
  | { of: 'due'; visited: boolean }
  | { of: 'work'; actions: readonly string[] }
  /** Worked out of other numbers of the same table, named by their headings. */
  | { of: 'share'; part: string; whole: readonly string[] }
  | { of: 'difference'; from: string; less: string };

/** The words of a programme. */
export interface Programme {
  site: string;
  /** Visits that tell of problems. */
  visits: readonly string[];
  /** Visits that rate. */
  rated: readonly string[];
  survey?: string;
  surveyKind?: string;
  department?: string;
  outreach?: string;
  /** Visits of which one makes a place visited. */
  due?: readonly string[];
}

export const PROGRAMMES: Readonly<Record<string, Programme>> = {
  schools: {
    ...{
      site: 'school',
      visits: ['school-rating', 'school-quarterly'],
      rated: ['school-rating'],
      survey: 'school-survey',
    },
    ...{ department: '3', due: ['school-rating'] },
  },
  health: {
    ...{ site: 'health-center', visits: ['health-center-rating', 'health-center-quarterly'] },
    ...{
      rated: ['health-center-rating'],
      survey: 'health-center-survey',
      department: '5',
      due: ['health-center-rating'],
    },
  },
  mines: {
    ...{ site: 'mine-site', visits: ['mine-monitoring'], rated: ['mine-monitoring'], survey: 'mine-survey' },
    ...{ surveyKind: 'type_id', department: '4', outreach: 'mine-outreach', due: ['mine-monitoring'] },
  },
  projects: {
    ...{ site: 'project', visits: ['project-weekly'], rated: ['project-weekly'], survey: 'project-survey' },
    ...{ department: '1', outreach: 'project-outreach', due: ['project-weekly'] },
  },
  courts: {
    ...{ site: 'court', visits: ['interface-meeting'], rated: [], survey: 'court-survey', department: '2' },
    due: ['criminal-monitoring', 'civil-monitoring'],
  },
  'social-audit': { site: 'ibp-project', visits: ['social-audit'], rated: [] },
};

export const is =
  (field: string, value: unknown): Where =>
  (data, now) =>
    data[field] === now(field, value);
export const count = (form: string | readonly string[], where?: Where): Figure => ({
  of: 'records',
  forms: [form].flat() as string[],
  ...(where && { where }),
});
export const sum = (form: string, fields: readonly string[], more: { times?: number; where?: Where } = {}): Figure => ({
  ...{ of: 'records', forms: [form], sum: fields },
  ...more,
});
export const each = (what: 'site' | 'parent', forms: readonly string[]): Figure => ({
  of: 'records',
  forms,
  each: what,
});

const RATED: Readonly<Record<string, string>> = { Excellent: 'excellent', Good: 'good', Fair: 'fair', Bad: 'bad' };
const WORK: Readonly<Record<string, readonly string[]>> = {
  Recorded: ['create'],
  Changed: ['edit', 'resubmit'],
  Verified: ['verify'],
  Returned: ['return'],
};
const PROBLEMS: Readonly<Record<string, Figure>> = {
  Identified: { of: 'problems', when: 'found' },
  Solved: { of: 'problems', when: 'solved' },
  'Solved of those identified': { of: 'problems', when: 'found and solved' },
  'Solved since the beginning': { of: 'problems', when: 'solved until' },
  'Fix rate': { of: 'share', part: 'Solved', whole: ['Identified'] },
};
const DUE: Readonly<Record<string, Figure>> = {
  'Sites to visit': { of: 'due', visited: false },
  Visited: { of: 'due', visited: true },
  Coverage: { of: 'share', part: 'Visited', whole: ['Sites to visit'] },
};
/** Headings that mean the same in every programme, by that of the table. */
export function common(
  { visits, rated, survey, surveyKind = 'type', department, outreach }: Programme,
  table: string,
  number: string,
) {
  const surveys = survey ?? '';
  const [kind] = /^(Baseline|Endline|Annual) surveys$/.exec(number) ?? [];
  if (kind && ['Surveys', 'Forms', 'Surveys by province'].includes(table))
    return count(surveys, is(surveyKind, kind.split(' ')[0]?.toLowerCase()));
  switch (table) {
    case 'Fix rate':
      return PROBLEMS[number];
    case 'Visits due':
      return DUE[number];
    case 'Open problems by type':
    case 'Open problems by age in days':
      return number === 'Open' ? ({ of: 'problems', when: 'open' } as const) : undefined;
    case 'User Activity Report':
      return WORK[number] && ({ of: 'work', actions: WORK[number] } as const);
    case 'Survey Rating':
    case 'Ratings':
      return ratings(table === 'Ratings' ? rated : [surveys], number);
    case 'Ranking':
    case 'Lowest rated sites':
    case 'Average rating by month':
      return number === 'Visits' ? count(rated) : ratings(rated, number);
    case 'Most improved sites':
      return improved(rated, number);
    case 'Events':
      return department === undefined ? undefined : events(number, is('department', department));
    case 'Outreach':
      return outreach === undefined
        ? undefined
        : attended(outreach, number, ['male_participants', 'female_participants']);
    case 'People asked':
      return number === 'People' ? count(surveys) : undefined;
    default:
      return number === 'People asked' && visits.length > 0 ? count(surveys) : undefined;
  }
}

function ratings(forms: readonly string[], number: string): Figure | undefined {
  if (number === 'Average of 4') return { of: 'points', forms };
  const value = RATED[number];
  return value === undefined ? undefined : { of: 'answers', forms, value };
}

function improved(forms: readonly string[], number: string): Figure | undefined {
  if (number === 'Improvement') return { of: 'difference', from: 'Now', less: 'Before' };
  if (number === 'Now') return { of: 'points', forms, span: 'now' };
  return number === 'Before' ? { of: 'points', forms, span: 'before' } : undefined;
}

function events(number: string, where: Where): Figure | undefined {
  if (number === 'Events') return count('cbm-event', where);
  if (number === 'Men') return sum('cbm-event', ['participants_male'], { where });
  return number === 'Women' ? sum('cbm-event', ['participants_female'], { where }) : undefined;
}

export function attended(
  form: string,
  number: string,
  [men, women]: [string, string],
  where?: Where,
): Figure | undefined {
  if (number === 'Events') return count(form, where);
  const more = where ? { where } : {};
  if (number === 'Men') return sum(form, [men], more);
  return number === 'Women' ? sum(form, [women], more) : undefined;
}
