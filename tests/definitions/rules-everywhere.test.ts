/**
 * Rules of the specification about many forms at once: who enters and who verifies, what `verified` means, which records
 * each programme has and where they are in its menu. Each case is named by the rule's id in `tests/golden/rules-*.csv`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormDefinition, Navigation, Permissions, Workflow } from '../../src/core/definitions/types.ts';
import { scopeOf } from '../../src/core/records/scope.ts';
import type { Actor, Scope } from '../../src/core/records/types.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { productFiles, ROOT } from '../support/definitions.ts';

const files = [...(await productFiles).values()].filter(({ path }) => !path.includes('/frozen/'));
const common = <T>(name: string): T => files.find(({ path }) => path.endsWith(`forms/common/${name}.json`))?.json as T;
const definitions = files.filter(({ kind }) => kind === 'form').map(({ json }) => json as FormDefinition);
const workflows = files.filter(({ path }) => path.includes('/common/workflows/')).map(({ json }) => json as Workflow);
const navigation = common<Navigation>('navigation');
const permissions = common<Permissions>('permissions');

const definitionOf = (form: string): FormDefinition => {
  const found = definitions.find((one) => one.form === form);
  if (!found) throw new Error(`no form ${form}`);
  return found;
};
const workflowOf = (name: string | undefined): Workflow => {
  const found = workflows.find((one) => one.workflow === name);
  if (!found) throw new Error(`no workflow ${name}`);
  return found;
};

const VERIFIED = definitions.filter(({ workflow }) => workflow === 'verified-record');
/** Records about the places that are monitored. */
const OF_SITES = VERIFIED.filter(
  ({ kind, programme }) =>
    ['sheet', 'survey'].includes(kind) && ['schools', 'health', 'mines', 'projects', 'courts'].includes(programme),
);

/** Returns what a role may do with a record of the form in its own province that somebody else made. */
function scope(role: string, definition: FormDefinition, state?: string): Scope {
  const { programme, form } = definition;
  const workflow = workflowOf(definition.workflow);
  const grants: Actor['grants'] = [{ role, programme, province_id: 'here' }];
  return scopeOf({
    form: { form, definition },
    record: {
      state: state ?? workflow.initial,
      province_id: 'here',
      created_by: 'another',
      edited_by: 'another',
      deleted_at: null,
    },
    actor: { id: 'me', username: 'me', name: 'Me', language: 'en', grants },
    workflow,
    permissions,
  });
}

/** Returns a sentence in the three languages. */
const spoken = (namespace: string, ...keys: string[]): string[] =>
  ['en', 'fa', 'ps'].map((language) => {
    const words = JSON.parse(readFileSync(join(ROOT, `locales/${language}/${namespace}.json`), 'utf8'));
    return String(keys.reduce((found, key) => found?.[key], words) ?? '');
  });

const focalPointsEnterAndCoordinatorsVerify = () => {
  expect(OF_SITES.length).toBeGreaterThan(10);
  for (const definition of OF_SITES) {
    const { form } = definition;
    const entering = scope('focal-point', definition);
    expect(entering.allowed.create, `${form}: entered by a focal point`).toBe(true);
    expect(entering.refused.verify?.code, `${form}: not verified by a focal point`).toBe('role_needed');
    expect(scope('provincial-coordinator', definition).allowed.verify, `${form}: by a coordinator`).toBe(true);
  }
};

const verifiedOrNot = () => {
  const { states, transitions, initial } = workflowOf('verified-record');
  expect(VERIFIED.length).toBeGreaterThan(40);
  const verified = states.filter(({ label }) => label.en === 'Verified').map(({ id }) => id);
  expect(verified).toEqual(['verified']);
  expect(initial).not.toBe('verified');
  const into = transitions.filter(({ to }) => to === 'verified').map(({ action }) => action);
  expect(into).toContain('verify');
  const outOf = transitions.filter(({ from, to }) => from.includes('verified') && to !== 'verified');
  expect(outOf.length).toBeGreaterThan(0);
};

/** An administrator is allowed the four main actions and the transitions from this state, and nothing else. */
const otherActionsAreSteps = () => {
  for (const definition of VERIFIED) {
    const { transitions } = workflowOf(definition.workflow);
    const steps = transitions.filter(({ from }) => from.includes('submitted')).map(({ action }) => action);
    const told = Object.keys(scope('administrator', definition, 'submitted').allowed);
    expect(new Set(told), definition.form).toEqual(new Set(['create', 'view', 'edit', 'delete', ...steps]));
  }
};

/** Checks that a department's menu has these forms, each with a list, a record screen and an entry screen. */
const holds =
  (department: string, ...forms: string[]) =>
  () => {
    const { items } = navigation.departments.find(({ id }) => id === department) ?? { items: [] };
    const inMenu = items.flatMap(({ form }) => form ?? []);
    for (const form of forms) {
      expect(inMenu, `the menu of ${department}`).toContain(form);
      const { paths, title, plural, sections } = definitionOf(form);
      expect(paths.list, `list of ${form}`).toMatch(/^\/[a-z]/);
      expect(paths.record, `record of ${form}`).toContain(':id');
      expect(paths.create?.length, `entry of ${form}`).toBeGreaterThan(0);
      expect(sections.flatMap(({ fields }) => fields).length, `questions of ${form}`).toBeGreaterThan(0);
      for (const words of [title, plural]) expect([words.en, words.fa, words.ps].filter(Boolean)).toHaveLength(3);
    }
  };

/** Checks that the department with the documented title has these forms in its menu. */
const area =
  (title: string, ...forms: string[]) =>
  () => {
    const department = navigation.departments.find((one) => one.title.en.toLowerCase() === title.toLowerCase());
    expect(department, `a department ${title}`).toBeDefined();
    holds(department?.id ?? '', ...forms)();
  };
const pathsIn = (department: string) =>
  navigation.departments.find(({ id }) => id === department)?.items.flatMap(({ path }) => path ?? []) ?? [];

const leadsTo =
  (...paths: [form: string, kind: 'list' | 'create', path: string][]) =>
  () => {
    for (const [form, kind, path] of paths) {
      const known = definitionOf(form).paths;
      expect(kind === 'list' ? [known.list] : known.create, form).toContain(path);
    }
  };

const SCHOOLS = ['school', 'school-survey', 'school-rating', 'school-quarterly', 'school-assets', 'school-outreach'];
const HEALTH = [
  'health-center',
  'health-center-rating',
  'health-center-quarterly',
  'health-center-monthly',
  'health-center-followup',
  'health-center-survey',
];
const MINES = ['mine-site', 'mine-monitoring', 'mine-quarterly', 'mine-annual', 'mine-survey', 'mine-resource-mapping'];
const COURTS = ['court', 'court-quarterly', 'court-case', 'court-survey', 'criminal-monitoring', 'civil-monitoring'];
const COURT_EVENTS = ['court-outreach', 'court-training', 'interface-meeting'];
const MEDIA = ['video-archive', 'news-report', 'media-event', 'media-appearance'];
const PROJECTS = ['project', 'project-weekly', 'project-survey', 'project-outreach'];
/** Every list that the second document names. */
const LISTED = [
  ...MINES,
  'mine-outreach',
  ...PROJECTS,
  ...COURTS,
  ...COURT_EVENTS,
  ...MEDIA,
  'inventory-item',
  'publishing',
  'acu-event',
];
const INTEGRITY = ['membership', 'registration', 'training', 'participant', 'training-evaluation', 'trainer'];
const SOCIAL_AUDITS = ['ibp-project', 'social-audit', 'social-audit-event'];
const EVALUATION = ['logframe', 'field-visit', 'complaint', 'risk'];

/** The modules that are not monitoring programmes. */
const otherModules = () => {
  area('Integrity building', ...INTEGRITY)();
  area('Social audit', ...SOCIAL_AUDITS)();
  area('advocacy', 'research-report', 'acu-event')();
  area('Recap', 'success-story', 'progress-report')();
  area('communication', ...MEDIA, 'album', 'gallery-image')();
  const kept = ['partner-initial', 'partner-implementation', 'finance-initial', 'certificate', 'inventory-item'];
  area('administration', ...kept)();
};

const PROVINCES = ['Balkh', 'Bamyan', 'Herat', 'Kabul', 'Kapisa', 'Kunduz', 'Nangarhar', 'Paktia', 'Parwan'];

const CASES: [rule: string, check: () => void][] = [
  [
    'doc1-navigation-rule-health-center-detail-tabs',
    () => {
      const ids = definitionOf('health-center').detail?.tabs?.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['verification', 'events', 'monitorings', 'quarterlies']));
    },
  ],
  [
    'doc1-navigation-rule-health-center-detail-lists-forms',
    () => {
      const { api, detail, rates } = definitionOf('health-center');
      for (const type of ['baseline', 'endline', 'monitoring', 'event', 'quarterly']) {
        expect(api.formTypes?.[type], type).toBeDefined();
        expect(
          detail?.tabs?.some((tab) => tab.show === 'children' && tab.type === type),
          type,
        ).toBe(true);
      }
      expect(rates?.form).toBe('health-center-rating');
      expect(detail?.tabs?.some(({ show }) => show === 'rates')).toBe(true);
    },
  ],
  [
    'doc1-navigation-rule-document-split-document-1-foundations-schools',
    () => {
      area('CBM-S', ...SCHOOLS)();
      area('CBM-H', ...HEALTH)();
      area('CBM-E', ...MINES)();
      area('CBM-I', 'project', 'project-weekly', 'project-survey')();
      area('CBM-T', ...COURTS, ...COURT_EVENTS)();
      area('M and E', ...EVALUATION)();
      otherModules();
    },
  ],
  ['doc1-constant-rule-programme-area-cbm-s-school-monitoring', area('CBM-S', ...SCHOOLS)],
  ['doc1-constant-rule-programme-area-cbm-h-health-center-monitoring', area('CBM-H', ...HEALTH)],
  ['doc1-constant-rule-programme-area-cbm-e-mine-site-extractive', area('CBM-E', ...MINES)],
  ['doc1-constant-rule-programme-area-cbm-i-infrastructure-or', area('CBM-I', 'project', 'project-weekly')],
  [
    'doc1-constant-rule-programme-area-cbm-t-court-trial-monitoring',
    area('CBM-T', 'court', 'court-case', 'civil-monitoring', 'criminal-monitoring'),
  ],
  ['doc1-constant-rule-programme-area-monitoring-and-evaluation', area('M and E', ...EVALUATION)],
  ['doc1-constant-rule-programme-area-other-modules', otherModules],
  [
    'doc1-constant-rule-nine-provinces',
    () => {
      const { provinces } = common<{ provinces: { name: { en: string }; pilot?: boolean }[] }>('places');
      expect(provinces.flatMap(({ name, pilot }) => (pilot ? name.en : [])).sort()).toEqual(PROVINCES);
    },
  ],
  ['doc1-permission-rule-records-are-verified-by-the-provincial', focalPointsEnterAndCoordinatorsVerify],
  ['doc1-permission-rule-provincial-coordinators-verify', focalPointsEnterAndCoordinatorsVerify],
  ['doc2-shared-rule-who-does-what', focalPointsEnterAndCoordinatorsVerify],
  ['doc2-shared-rule-conflict-roles', focalPointsEnterAndCoordinatorsVerify],
  ['doc1-state-rule-a-record-is-verified-or-not-verified', verifiedOrNot],
  ['doc2-shared-rule-verification', verifiedOrNot],
  ['doc3-general-rule-verification', verifiedOrNot],
  ['doc1-permission-rule-any-other-recordscope-entries-are-extra', otherActionsAreSteps],
  ['doc2-shared-rule-main-actions', otherActionsAreSteps],
  ['doc1-permission-rule-keys-create-view-edit-and-delete-of-recordscope', otherActionsAreSteps],
  [
    'doc2-shared-rule-labels',
    () => {
      const { fields } = definitionOf('problem');
      for (const name of ['problem_type_id', 'problem_scope', 'solved_by_date', 'date_solved'])
        for (const language of LANGUAGES) expect(fields[name]?.label?.[language], name).toBeTruthy();
      expect(spoken('server', 'problems', 'category')).not.toContain('');
      // A problem category is a section of the sheet, named by the section's title.
      const sheets = definitions.filter(({ kind, problems }) => kind === 'sheet' && problems?.types);
      expect(sheets.length).toBeGreaterThan(3);
      for (const { form, sections } of sheets)
        for (const { id, title } of sections)
          expect([title?.en, title?.fa, title?.ps].filter(Boolean), `${form} ${id}`).toHaveLength(3);
    },
  ],
  [
    'doc2-shared-rule-list-verify',
    () => {
      for (const form of LISTED) {
        const steps = workflowOf(definitionOf(form).workflow).transitions.filter(({ action }) => action === 'verify');
        expect(
          steps.map(({ to, bulk }) => [to, bulk]),
          form,
        ).toEqual([['verified', true]]);
      }
    },
  ],
  [
    'doc2-shared-rule-record-status-in-lists',
    () => {
      for (const form of LISTED) {
        const columns = definitionOf(form).list.columns.map((one) => (typeof one === 'string' ? one : one.field));
        expect(columns, form).toContain('status');
      }
    },
  ],
  ['doc1-navigation-rule-older-mode-school-menu-covers', holds('schools', ...SCHOOLS)],
  ['doc1-offline-rule-school-outreach-belongs-to-the-older-mode', holds('schools', 'school-outreach')],
  ['doc2-mines-rule-capabilities', holds('mines', ...MINES, 'mine-outreach')],
  ['doc2-mines-rule-screens', holds('mines', ...MINES, 'mine-outreach')],
  [
    'doc2-projects-rule-capabilities',
    () => {
      holds('projects', 'project', 'project-weekly', 'project-survey')();
      const weekly = definitionOf('project-weekly');
      expect(weekly.problems?.types, 'its problem log').toBeTruthy();
      expect(Object.values(weekly.fields).filter(({ type }) => type === 'rating').length).toBeGreaterThan(0);
    },
  ],
  ['doc2-courts-rule-capabilities', holds('courts', ...COURTS, ...COURT_EVENTS)],
  ['doc2-courts-rule-screens', holds('courts', ...COURTS.slice(1), ...COURT_EVENTS)],
  ['doc2-courts-rule-conflict-routed-and-unrouted', holds('courts', ...COURTS.slice(3))],
  ['doc2-communication-rule-capabilities', holds('communication', ...MEDIA)],
  [
    'doc2-communication-rule-data-entry-menu',
    () => {
      holds('communication', ...MEDIA)();
      expect(pathsIn('communication')).toContain('/admin/master-tables');
    },
  ],
  ['doc2-advocacy-rule-capabilities', holds('advocacy', 'publishing', 'acu-event')],
  [
    'doc2-advocacy-rule-screens',
    () => {
      holds('advocacy', 'publishing', 'acu-event')();
      expect(definitionOf('publishing').new?.en).toBe('Create Publishing');
      expect(definitionOf('acu-event').new?.en).toBe('Create Event');
      expect(pathsIn('advocacy')).toContain('/admin/master-tables');
    },
  ],
  [
    'doc2-projects-rule-route-names',
    leadsTo(
      ['project-weekly', 'list', '/projects-weekly'],
      ['project-survey', 'create', '/projects-surveys/create'],
      ['project-survey', 'create', '/projects/:parent/surveys'],
    ),
  ],
  [
    'doc2-projects-rule-conflict-weekly-path',
    () => {
      leadsTo(['project-weekly', 'list', '/projects-weekly'])();
      expect(definitionOf('project-weekly').api.base).toBe('projects-weekly-monitorings');
    },
  ],
  [
    'doc2-mines-rule-conflict-monitoring-path',
    leadsTo(['mine-monitoring', 'create', '/mine-sites/:parent/monitoring']),
  ],
  [
    'doc2-courts-rule-route-names',
    leadsTo(
      ['court', 'list', '/courts'],
      ['court-survey', 'create', '/courts-surveys/create'],
      ['civil-monitoring', 'create', '/courts-civil-monitorings/create'],
      ['criminal-monitoring', 'create', '/courts-criminal-monitorings/create'],
      ['court-survey', 'create', '/courts/:parent/surveys'],
      ['civil-monitoring', 'create', '/courts/:parent/civil-monitorings'],
      ['criminal-monitoring', 'create', '/courts/:parent/criminal-monitorings'],
    ),
  ],
  // The record screen leads back to this path. A journey in e2e tests that.
  ['doc1-navigation-rule-after-deleting-a-school-the-user-returns-to-the', leadsTo(['school', 'list', '/schools'])],
  [
    'doc3-research-rule-area',
    () => {
      const { fields } = definitionOf('research-report');
      expect([fields.languages?.type, fields.citations?.type]).toEqual(['table', 'table']);
    },
  ],
  [
    'doc3-research-rule-form-subtables',
    () => {
      const { fields, sections } = definitionOf('research-report');
      for (const [name, ...columns] of [
        ['languages', 'language', 'website_url', 'attachment'],
        ['citations', 'publication_title', 'type', 'author_name', 'date', 'publisher', 'citation_link', 'remarks'],
      ] as const) {
        const table = fields[name];
        expect(Object.keys(table?.columns ?? {}), name).toEqual(columns);
        expect(table?.visibleWhen, name).toBeUndefined();
        expect(sections.flatMap(({ fields }) => fields)).toContain(name);
      }
    },
  ],
  [
    'doc3-logframe-rule-area',
    () => {
      holds('mande', 'logframe', 'field-visit', 'complaint', 'risk')();
      const { items } = navigation.departments.find(({ id }) => id === 'mande') ?? { items: [] };
      // Logs are written by the server and entered by nobody.
      const forms = items.flatMap(({ form }) => form ?? []);
      for (const form of ['rating-log', 'failed-rating-log']) {
        expect(forms).toContain(form);
        expect(definitionOf(form).paths.list).toMatch(/^\/[a-z]/);
      }
      expect(pathsIn('mande')).toContain('/report-risk');
      const { fields } = definitionOf('logframe');
      for (const level of ['goals', 'outcomes', 'outputs', 'actions', 'indicators'])
        expect(fields[level]?.type, level).toBe('table');
      expect(fields.indicators?.columns?.milestones?.type).toBe('table');
    },
  ],
  [
    'doc3-ip-initial-rule-area',
    () => {
      const kinds = definitions.filter(({ programme }) => programme === 'partners').map(({ form }) => form);
      expect(kinds.sort()).toEqual(['partner-implementation', 'partner-initial']);
      for (const form of kinds) {
        const { paths, sections } = definitionOf(form);
        expect([paths.list, paths.create?.length], form).toEqual([form.replace('partner-', '/ip/'), 1]);
        expect(sections.length, form).toBeGreaterThan(0);
      }
    },
  ],
  [
    'doc3-ip-initial-rule-contract-date',
    () => {
      const { fields, list } = definitionOf('partner-initial');
      expect(fields.contract_sign_date?.type).toBe('date');
      expect(list.columns).toContainEqual({ field: 'contract_sign_date', key: 'contract_date' });
    },
  ],
  [
    'doc3-finance-rule-area',
    () => {
      for (const form of ['finance-initial', 'certificate']) {
        expect(navigation.departments.flatMap(({ items }) => items.map((item) => item.form))).toContain(form);
        const { paths } = definitionOf(form);
        expect([paths.list, paths.create?.length], form).toEqual([expect.stringMatching(/^\/[a-z]/), 1]);
      }
      expect(definitionOf('certificate').api.show, 'the proof its QR code leads to').toMatchObject({
        qr_code: 'public',
      });
      expect(navigation.departments.flatMap(({ id }) => pathsIn(id))).toContain('/admin/finance-dashboard');
      const screens = readFileSync(join(ROOT, 'src/app/features/permissions/index.ts'), 'utf8');
      expect(screens).toContain("path: '/admin/finance-dashboard'");
    },
  ],
  // The reports about these events come with the reports module.
  ['doc3-acu-rule-area', holds('advocacy', 'acu-event')],
  ['doc3-cbm-event-rule-area', holds('recap', 'cbm-event', 'success-story', 'progress-report')],
  ['doc3-integrity-rule-area', holds('integrity', ...INTEGRITY)],
  [
    'doc3-integrity-rule-labels-only',
    () => {
      for (const form of INTEGRITY)
        for (const [name, { type, label }] of Object.entries(definitionOf(form).fields))
          if (type !== 'hidden') expect(label?.en, `${form}.${name}`).toMatch(/[A-Z]/);
    },
  ],
];

describe('rules of the specification about many forms', () => {
  it.each(CASES)('%s', (_rule, check) => check());
});
