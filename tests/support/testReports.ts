/** Reports that only tests have. */
import type { Measure, ReportDefinition } from '../../src/core/generated/report.ts';

const text = (en: string) => ({ en, fa: en, ps: en });
const RATINGS = ['school-rating'] as [string];
const SCHOOLS = ['school'] as [string];
const SURVEYS = ['school-survey'] as [string];
const VISITS = ['school-rating', 'school-quarterly'] as [string, string];

/** Has every kind of measure and row. */
export const REPORT: ReportDefinition = {
  report: 'test-everything',
  programme: 'schools',
  kind: 'summary',
  title: text('Everything'),
  path: '/test-everything',
  filters: [
    'from_date',
    'to_date',
    'period',
    'organizations',
    'provinces',
    { id: 'kind', title: text('Kind'), by: 'type', of: ['school-survey'] },
  ],
  blocks: [
    {
      id: 'sites',
      show: 'table',
      by: 'province',
      total: true,
      order: '-schools',
      measures: [
        { id: 'schools', of: 'count', forms: SCHOOLS, undated: true },
        {
          id: 'pupils',
          of: 'sum',
          forms: SCHOOLS,
          fields: ['enrolment_current_boys', 'enrolment_current_girls'],
          undated: true,
        },
        { id: 'visits', of: 'count', forms: ['school-rating', 'school-survey'] },
        { id: 'visited', of: 'distinct', field: 'parent_id', forms: ['school-rating', 'school-survey'] },
        { id: 'mean', of: 'average', forms: SURVEYS, field: 'age' },
        { id: 'middle', of: 'median', forms: SURVEYS, field: 'age' },
        { id: 'found', of: 'problems', forms: RATINGS },
        { id: 'solved', of: 'problems', forms: RATINGS, when: 'solved' },
        { id: 'open', of: 'problems', forms: RATINGS, when: 'open' },
        { id: 'ever', of: 'problems', forms: RATINGS, when: 'ever' },
        { id: 'rate', rate: ['solved', 'found'] },
        { id: 'both', plus: ['solved', 'open'] },
        { id: 'hiddenOne', of: 'count', forms: SURVEYS, hidden: true },
      ],
    },
    { id: 'types', show: 'bars', by: { field: 'type' }, measures: [{ id: 'n', of: 'count', forms: SURVEYS }] },
    {
      id: 'ages',
      show: 'bars',
      by: { field: 'age', ages: [20, 40] },
      measures: [{ id: 'n', of: 'count', forms: SURVEYS }],
    },
    {
      id: 'cross',
      show: 'stacked',
      by: { field: 'type' },
      across: { field: 'gender' },
      total: true,
      measures: [{ id: 'n', of: 'count', forms: SURVEYS }],
    },
    {
      id: 'months',
      show: 'trend',
      by: 'month',
      measures: [{ id: 'n', of: 'count', forms: ['school-rating', 'school-survey'] }],
    },
    {
      id: 'quarters',
      show: 'trend',
      by: 'quarter',
      measures: [
        { id: 'n', of: 'count', forms: ['school-rating', 'school-survey'] },
        { id: 'found', of: 'problems', forms: RATINGS },
      ],
    },
    { id: 'states', show: 'funnel', by: 'status', measures: [{ id: 'n', of: 'count', forms: RATINGS }] },
    { id: 'parents', show: 'bars', by: 'site', measures: [{ id: 'n', of: 'count', forms: RATINGS }] },
    {
      id: 'people',
      show: 'bars',
      by: 'person',
      measures: [
        { id: 'n', of: 'events', forms: RATINGS },
        { id: 'made', of: 'count', forms: RATINGS, undated: true },
      ],
    },
    {
      id: 'questions',
      show: 'bars',
      by: { questions: 'each' },
      measures: [
        { id: 'good', of: 'answers', value: ['good'], forms: RATINGS },
        { id: 'points', of: 'points', forms: RATINGS },
      ],
    },
    {
      id: 'steps',
      show: 'numbers',
      measures: [
        { id: 'days', of: 'days', from: 'submitted', to: 'verified', forms: RATINGS },
        { id: 'due', of: 'sites-due', visits: 'school-rating' },
        { id: 'done', of: 'sites-due', visits: 'school-rating', visited: true },
      ],
    },
    {
      id: 'secret',
      show: 'numbers',
      measures: [
        { id: 'told', of: 'distinct', forms: ['complaint'], field: 'complainant_name' },
        { id: 'all', of: 'count', forms: ['complaint'] },
        { id: 'share', rate: ['told', 'all'] },
        { id: 'more', rate: ['share', 'all'] },
      ],
    },
  ],
  api: { base: 'test-everything', keys: { 'deep.sites': 'sites', types: 'types', found: 'sites.found' } },
};

export const ONLY_MANAGERS: ReportDefinition = {
  ...REPORT,
  report: 'test-managers',
  path: '/test-managers',
  roles: ['program-manager'],
  api: { base: 'test-managers' },
};

/** Counts a form whose older records say the same under other names (`migrate`). */
export const VERSIONS: ReportDefinition = {
  report: 'test-versions',
  programme: 'examples',
  kind: 'other',
  title: text('Versions'),
  path: '/test-versions',
  filters: [],
  blocks: [
    {
      id: 'sources',
      show: 'bars',
      by: { field: 'source' },
      total: true,
      measures: [
        { id: 'n', of: 'count', forms: ['example-versions'] },
        { id: 'people', of: 'sum', field: 'users', forms: ['example-versions'] },
      ],
    },
  ],
};

const said = (en: string) => ({ en, fa: `${en} به دری`, ps: `${en} په پښتو` });

/** Counts schools by district and village, and by the earlier ids of what was merged, under headings that say what it is now. */
export function placesReport(merged: ReadonlyMap<string, string>): ReportDefinition {
  const measures: [Measure, ...Measure[]] = [
    { id: 'schools', of: 'count', forms: SCHOOLS, undated: true, title: said('Schools') },
    { id: 'visits', of: 'count', forms: VISITS, title: said('Visits') },
    { id: 'found', of: 'problems', forms: VISITS, title: said('Identified') },
    { id: 'open', of: 'problems', when: 'open', forms: VISITS, title: said('Open') },
  ];
  const named = [...merged].flatMap(([item, into], at): Measure[] => {
    const [list, id = ''] = item.split(' ');
    const of = (field: string) => ({ where: [{ field, op: 'eq' as const, value: id }] });
    if (list === 'place')
      return ['district', 'village'].map((level) => ({
        ...{ id: `${level}${at}`, of: 'count', forms: RATINGS, title: said(`Visits in ${level} ${into}`) },
        ...of(`${level}_id`),
      }));
    if (list === 'organization')
      return [
        {
          ...{ id: `org${at}`, of: 'count', forms: SCHOOLS, undated: true },
          ...{ title: said(`Schools of organization ${into}`), ...of('organization_id') },
        },
      ];
    return list === 'problem-type.schools'
      ? [
          {
            id: `type${at}`,
            of: 'problems',
            forms: VISITS,
            title: said(`Identified of type ${into}`),
            ...of('type_id'),
          },
        ]
      : [];
  });
  return {
    report: 'test-places',
    programme: 'schools',
    kind: 'other',
    title: said('Places'),
    path: '/test-places',
    filters: [
      ...(['from_date', 'to_date', 'period', 'organizations', 'provinces'] as const),
      { id: 'district', title: said('District'), by: 'district_id' },
    ],
    blocks: [
      { id: 'districts', show: 'table', title: said('By district'), by: 'district', measures, total: true },
      { id: 'villages', show: 'table', title: said('By village'), by: { field: 'village' }, measures },
      { id: 'named', show: 'numbers', title: said('Named by id'), measures: named as [Measure] },
    ],
  };
}
