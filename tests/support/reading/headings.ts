/** What the headings of tables and numbers mean: “Girls' schools” are the schools whose type is girls. Written from the printed words alone. */
import { attended, common, count, each, type Figure, is, PROGRAMMES, sum } from './figures.ts';
import type { Known, Level } from './rows.ts';
import { unknown } from './sentences.ts';

const SESSIONS = ['criminal-monitoring', 'civil-monitoring'];
const GROUPS = ['monitors', 'councils', 'civil_society', 'lawyers', 'community'];

const PEOPLE: [string, string] = ['participants_male', 'participants_female'];
const area = (value: string) => is('thematic_area', value);

/** Headings of one programme: `programme / table / number`. */
const OWN: Readonly<Record<string, Figure>> = {
  "schools / General information / Girls' schools": count('school', is('type', 'girls')),
  "schools / General information / Boys' schools": count('school', is('type', 'boys')),
  'schools / General information / Other schools': count('school', ({ type }) => type !== 'girls' && type !== 'boys'),
  'schools / General information / Boys among the students': sum('school', ['enrolment_current_boys']),
  'schools / General information / Girls among the students': sum('school', ['enrolment_current_girls']),
  'schools / General information / Indirect beneficiaries': sum(
    'school',
    ['enrolment_current_boys', 'enrolment_current_girls'],
    { times: 5 },
  ),
  'schools / Monitoring / Schools monitored': each('site', ['school-rating', 'school-quarterly']),
  ...Object.fromEntries(
    ['By district', 'By village'].flatMap((table) => [
      [`schools / ${table} / Schools`, count('school')],
      [`schools / ${table} / Visits`, count(['school-rating', 'school-quarterly'])],
      [`schools / ${table} / Identified`, { of: 'problems', when: 'found' }],
      [`schools / ${table} / Open`, { of: 'problems', when: 'open' }],
    ]),
  ),
  'schools / Forms / Visits': count(['school-rating', 'school-quarterly']),
  'health / Monitoring / Visits': count(['health-center-rating', 'health-center-quarterly']),
  'health / Monitoring / Health centers': count('health-center'),
  'health / Monitoring / Health centers visited': each('site', ['health-center-rating', 'health-center-quarterly']),
  'mines / Monitoring / Mine sites': count('mine-site'),
  'mines / Monitoring / Weekly visits': count('mine-monitoring'),
  'mines / Monitoring / Quarterly visits': count('mine-quarterly'),
  'mines / Monitoring / Annual visits': count('mine-annual'),
  'mines / Monitoring / Sites visited': each('site', ['mine-monitoring', 'mine-quarterly', 'mine-annual']),
  'mines / Visits by place / Visits': count(['mine-monitoring', 'mine-quarterly', 'mine-annual']),
  'mines / Monitorings by month / Visits': count(['mine-monitoring', 'mine-quarterly', 'mine-annual']),
  'projects / General information / Projects': count('project'),
  'projects / General information / Direct beneficiaries, men': sum('project', ['direct_benef_male']),
  'projects / General information / Direct beneficiaries, women': sum('project', ['direct_benef_female']),
  ...Object.fromEntries(
    ['Ongoing', 'Completed', 'Stopped', 'Suspended', 'Canceled'].map((name) => [
      `projects / Projects by status / ${name}`,
      count('project', is('project_status', name === 'Ongoing' ? 'on-going' : name.toLowerCase())),
    ]),
  ),
  'projects / Monitoring / Visits': count('project-weekly'),
  'projects / Monitoring / Projects visited': each('site', ['project-weekly']),
  'projects / Surveys / Projects with a survey': each('site', ['project-survey']),
  'courts / General information / Courts': count('court'),
  'courts / General information / Cases': count('court-case'),
  'courts / General information / Trial observations': count(SESSIONS),
  'courts / General information / Courts monitored': each('parent', SESSIONS),
  'courts / Cases / Criminal': count('court-case', is('case_type', 'criminal')),
  'courts / Cases / Civil': count('court-case', is('case_type', 'civil')),
  'courts / Accused and plaintiffs by gender / Men': count('court-case', is('accused_or_plaintiff_gender', 'male')),
  'courts / Accused and plaintiffs by gender / Women': count('court-case', is('accused_or_plaintiff_gender', 'female')),
  'courts / Trainings / Trainings': count('court-training'),
  'courts / Trainings / Men': sum(
    'court-training',
    GROUPS.map((group) => `${group}_male`),
  ),
  'courts / Trainings / Women': sum(
    'court-training',
    GROUPS.map((group) => `${group}_female`),
  ),
  'courts / Visits by place / Visits': count(SESSIONS),
  'courts / Monitorings by month / Visits': count(SESSIONS),
  'courts / Sessions observed / Sessions': count(SESSIONS),
  'social-audit / Social audits / Projects': count('ibp-project'),
  'social-audit / Social audits / Social audits': count('social-audit'),
  'social-audit / Events / Events': count('social-audit-event'),
  ...Object.fromEntries(
    ['Events', 'Men', 'Women'].flatMap((number) => [
      [`advocacy / Thematic areas / ${number}`, attended('acu-event', number, PEOPLE) as Figure],
      [`advocacy / Rule of law / ${number}`, attended('acu-event', number, PEOPLE, area('rule-of-law')) as Figure],
      [
        `advocacy / Social accountability / ${number}`,
        attended('acu-event', number, PEOPLE, area('social-accountability')) as Figure,
      ],
    ]),
  ),
  'integrity / Trainings by province / Trainings': count('training'),
  'integrity / Trainings by province / Hours': sum('training', ['hours']),
  'integrity / Participants by gender / Participants': count('participant'),
  'integrity / Attendance / Participants': count('participant'),
  'integrity / Visits to the library / Visits': count('registration'),
  'integrity / Visits to the library / New members': count('membership'),
  ...Object.fromEntries(
    ['Communication Dashboard', 'By month'].flatMap((table) => [
      [`communication / ${table} / News reports`, count('news-report')],
      [`communication / ${table} / Media appearances`, count('media-appearance')],
      [`communication / ${table} / Media events`, count('media-event')],
      [`communication / ${table} / Videos`, count('video-archive')],
    ]),
  ),
  'communication / News by kind of media / News reports': count('news-report'),
  'communication / Appearances by format / Media appearances': count('media-appearance'),
  'communication / Media events and videos by quarter / Media events': count('media-event'),
  'communication / Media events and videos by quarter / Videos': count('video-archive'),
  'communication / Media events and videos by quarter / Videos on the computer': count(
    'video-archive',
    is('digitized', 'yes'),
  ),
  'administration / By asset type / Items': count('inventory-item'),
  'administration / By asset type / In stock': count('inventory-item', is('stock_user', 'stock')),
  'administration / By asset type / In use': count('inventory-item', is('stock_user', 'user')),
  'administration / By physical status / Items': count('inventory-item'),
  'administration / By department and donor / Items': count('inventory-item'),
};

/** Sheets of sessions are of one kind; other reports of courts are of both. */
const KIND_OF_SHEET: Readonly<Record<string, string>> = {
  'Feedback Sheet Civil': 'civil',
  'Feedback Sheet Criminal': 'criminal',
};
const VENUES: Readonly<Record<string, string>> = {
  Courtroom: 'courtroom',
  "Judge's office": 'judges-office',
  'Another place': 'other',
};
const SEEN: Readonly<Record<string, string>> = { Yes: 'yes', No: 'no', 'Not seen': 'unseen' };

function ofSessions(report: string, table: string, number: string): Figure | undefined {
  const kind = KIND_OF_SHEET[report];
  const named = /^(Criminal|Civil) sessions$/.exec(table)?.[1]?.toLowerCase() ?? kind;
  const sessions = named ? [`${named}-monitoring`] : SESSIONS;
  const cases = is('case_type', kind);
  if (table === 'Trials by venue')
    return VENUES[number] === undefined ? undefined : count(sessions, is('trial_venue', VENUES[number]));
  if (kind && table === 'General information') {
    if (number === 'Cases') return count('court-case', cases);
    if (number === 'Courts') return each('parent', sessions);
    return number === 'Sessions observed' ? count(sessions) : undefined;
  }
  const person = kind === 'civil' ? 'Defendants' : 'Victims';
  const gender = { Men: 'male', Women: 'female' }[number];
  if (kind && gender && table === `${person} by gender`)
    return count('court-case', (data, now) => cases(data, now) && data.victim_or_defendant_gender === gender);
  if (kind && table === `${person} by age` && number === 'People') return count('court-case', cases);
  if (number === 'Observed') return { of: 'share', part: 'Yes', whole: ['Yes', 'No'] };
  return SEEN[number] === undefined ? undefined : { of: 'answers', forms: sessions, value: SEEN[number] };
}

/** “Schools in district 12”, “Schools of organization 4”, “Identified of type 3”: named by an id. */
function namedById(number: string): Figure | undefined {
  const [, what, kind, id = ''] = /^(.+) (?:in|of) (district|village|organization|type) (\S+)$/.exec(number) ?? [];
  if (what === 'Identified') return { of: 'problems', when: 'found', ofType: id };
  const forms = { Schools: ['school'], Visits: ['school-rating'] }[what ?? ''];
  return forms && { of: 'records', forms, in: [kind as Level | 'organization', id] };
}

export function figureOf(programme: string, report: string, table: string | undefined, number: string): Figure {
  const heading = table ?? report;
  const own =
    (heading === 'Named by id' ? namedById(number) : undefined) ??
    (KIND_OF_SHEET[report] && ofSessions(report, heading, number)) ??
    OWN[`${programme} / ${heading} / ${number}`] ??
    (PROGRAMMES[programme] && common(PROGRAMMES[programme], heading, number)) ??
    (programme === 'courts' ? ofSessions(report, heading, number) : undefined);
  if (!own) throw unknown(`${programme} / ${report} / ${heading} / ${number}`);
  return own;
}

/** Answers that rows are of, by what the table says that they are. */
const ANSWERS: Readonly<Record<string, (form: string) => string>> = {
  'Type of event': (form) =>
    ({ 'acu-event': 'acu_event_type_id', 'social-audit-event': 'event_type_id' })[form] ?? 'type',
  Type: (form) => ({ 'court-training': 'type', 'news-report': 'agency_type' })[form] ?? 'event_type',
  Format: () => 'program_format',
  'Case status': () => 'case_status',
  'Thematic area': () => 'thematic_area',
  Gender: () => 'gender',
  Attendance: () => 'attendance',
  Information: (form) =>
    ({ 'project-survey': 'knows_project', 'mine-survey': 'knows_contract' })[form] ?? 'information',
  Benefit: () => 'benefit',
  Harm: () => 'harm',
  'Asset type': () => 'asset_type_id',
  'Physical status': () => 'physical_status',
  Department: () => 'department_id',
  Donor: () => 'donor_id',
  Age: () => 'victim_or_defendant_age',
};

export function answerFor(by: string, { form }: Known): string {
  const field = ANSWERS[by]?.(form.form);
  if (!field) throw unknown(`by ${by}`);
  return field;
}

/** Sections of the questions whose topics a table has. */
export function sectionsOf(table: string): readonly string[] {
  if (table === 'Principles of a fair trial') return ['process'];
  return table === 'Principles of the decision' ? ['decision'] : ['process', 'decision'];
}
