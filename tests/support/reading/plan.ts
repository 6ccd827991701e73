/** How much of what a world holds, and the dice that make it. */

/** The day on which people begin to enter what they saw in the months before, and the day on which reports are read. */
export const BEGIN = '2026-05-27';
export const TODAY = '2026-06-15';
const DAY = 86_400_000;

/** Forms with how many records of each in each province. Those that others refer to come first. */
export const FORMS: readonly [form: string, each: number][] = [
  ['court-case', 3],
  ['social-audit', 3],
  ['training', 2],
  ['school-rating', 6],
  ['school-quarterly', 2],
  ['school-survey', 3],
  ['school-outreach', 1],
  ['school-assets', 1],
  ['health-center-rating', 5],
  ['health-center-quarterly', 2],
  ['health-center-monthly', 1],
  ['health-center-followup', 1],
  ['health-center-survey', 3],
  ['mine-monitoring', 4],
  ['mine-quarterly', 1],
  ['mine-annual', 1],
  ['mine-survey', 3],
  ['mine-outreach', 2],
  ['mine-resource-mapping', 1],
  ['project-weekly', 5],
  ['project-survey', 3],
  ['project-outreach', 2],
  ['criminal-monitoring', 4],
  ['civil-monitoring', 4],
  ['court-survey', 3],
  ['court-quarterly', 1],
  ['court-outreach', 1],
  ['court-training', 2],
  ['interface-meeting', 4],
  ['social-audit-event', 2],
  ['cbm-event', 8],
  ['acu-event', 4],
  ['participant', 3],
  ['registration', 2],
  ['membership', 2],
  ['news-report', 2],
  ['media-appearance', 2],
  ['media-event', 2],
  ['video-archive', 2],
  ['inventory-item', 4],
];
export const SITES = ['school', 'health-center', 'mine-site', 'project', 'court', 'ibp-project'];

/** Plain arithmetic: the same seed makes the same world. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 4_294_967_296) * limit);
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
  day(furthest: number): string {
    return new Date(Date.parse(BEGIN) - (1 + this.below(furthest)) * DAY).toISOString().slice(0, 10);
  }
}

const KINDS = ['baseline', 'endline', 'annual'];
const GOES_ON = { monitoring_status: ['on-going', 'on-going', 'stopped'] };

/** Answers that the records of a form take in turn, so that a small world has some of each. */
export const IN_TURN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  school: { type: ['girls', 'boys', 'mixed'], ...GOES_ON },
  'health-center': GOES_ON,
  'mine-site': GOES_ON,
  project: { project_status: ['on-going', 'completed', 'on-going', 'suspended', 'stopped'], ...GOES_ON },
  'school-survey': { type: KINDS },
  'health-center-survey': { type: KINDS },
  'mine-survey': { type_id: KINDS },
  'project-survey': { type: KINDS },
  'court-survey': { type: KINDS },
  'cbm-event': { department: ['1', '2', '3', '4', '5'] },
  'inventory-item': { stock_user: ['stock', 'user'] },
  'criminal-monitoring': { trial_venue: ['judges-office', 'courtroom'], verdict_announced: ['yes'] },
  'civil-monitoring': { trial_venue: ['courtroom', 'judges-office'], verdict_announced: ['yes'] },
};

/** What becomes of sites, in turn. */
export const OF_SITES = ['archive', 'return', undefined, 'verify', undefined] as const;
