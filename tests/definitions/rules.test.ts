/**
 * Rules of the specification, checked on the product's forms. Each case is named by the rule's id in
 * `tests/golden/rules-*.csv` and fills the form through the engine, like browser and server.
 */
import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { CompiledForm, FieldNode, JsonSchema } from '../../src/core/definitions/types.ts';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { questionsResolver } from '../../src/server/api/resolvers/record.ts';
import { productFiles } from '../support/definitions.ts';
import { constants } from '../support/form.ts';
import { fill, type Sheet } from '../support/sheet.ts';

const newest = new Map<string, CompiledForm>();
for (const source of sourcesOf(await productFiles).forms) {
  const known = newest.get(source.definition.form);
  if (!known || known.version < source.definition.version) newest.set(source.definition.form, compileForm(source));
}
const formOf = (form: string): CompiledForm => {
  const found = newest.get(form);
  if (!found) throw new Error(`no form ${form}`);
  return found;
};
const open = (form: string): Promise<Sheet> => fill(formOf(form));
const nodeOf = (form: string, field: string): FieldNode => {
  const found = formOf(form).fields.get(field);
  if (!found) throw new Error(`${form} has no ${field}`);
  return found;
};
const optionsOf = (form: string, field: string) => (nodeOf(form, field).def.options ?? []).map(({ value }) => value);
const wordsOf = (form: string) => formOf(form).definition;

/** Returns the codes of the errors at one answer. */
function codes(sheet: Sheet, pointer: string): string[] {
  return sheet.errors()[pointer] ?? [];
}

/** Gives an answer and checks that it has no error of its own. Other answers may have errors. */
function accepts(sheet: Sheet, name: string, value: unknown): void {
  sheet.answer(name, value);
  const own = Object.entries(sheet.errors()).filter(([pointer]) => `${pointer}/`.startsWith(`/${name}/`));
  expect(own, `${sheet.form.form}.${name} = ${JSON.stringify(value)}`).toEqual([]);
}

type Case = [rule: string, check: () => Promise<void> | void];

const hasOptions = (form: string, field: string, values: string[]) => async () => {
  expect(optionsOf(form, field)).toEqual(values);
  const sheet = await open(form);
  for (const value of values) accepts(sheet, field, value);
  expect(codes(sheet.answer(field, 'another'), `/${field}`)).toEqual(['choice']);
};

const begins = (form: string, answers: Record<string, unknown>) => async () => {
  expect((await open(form)).data).toMatchObject(answers);
};

const needs =
  (form: string, ...fields: string[]) =>
  async () => {
    const sheet = await open(form);
    for (const field of fields) expect(codes(sheet.clear(field), `/${field}`), field).toEqual(['required']);
  };

const mayStayEmpty =
  (field: string, ...forms: string[]) =>
  async () => {
    for (const form of forms) {
      nodeOf(form, field);
      expect(codes((await open(form)).clear(field), `/${field}`), form).toEqual([]);
    }
  };

const adds = (form: string, sum: string, answers: Record<string, number>) => async () => {
  const sheet = await open(form);
  for (const [name, value] of Object.entries(answers)) sheet.answer(name, value);
  const total = Object.values(answers).reduce((all, one) => all + one, 0);
  expect(sheet.data[sum]).toBe(total);
};

const counts =
  (form: string, ...groups: string[]) =>
  async () => {
    const sheet = await open(form);
    for (const group of groups)
      for (const gender of ['male', 'female']) {
        accepts(sheet, `${group}_${gender}`, 3);
        expect(codes(sheet.answer(`${group}_${gender}`, -1), `/${group}_${gender}`)).toEqual(['minimum']);
        sheet.clear(`${group}_${gender}`);
      }
  };

const asks =
  (form: string, ...fields: string[]) =>
  async () => {
    const sheet = await open(form);
    for (const field of fields) {
      nodeOf(form, field);
      expect(sheet.isVisible(field), `${form}.${field}`).toBe(true);
    }
  };

/** Checks which records each `form_type` of a site lists. Types that the documents do not name are allowed. */
const lists = (form: string, types: Record<string, { form: string; where?: Record<string, string> }>) => () => {
  const known = wordsOf(form).api.formTypes ?? {};
  expect(Object.fromEntries(Object.keys(types).map((type) => [type, known[type]]))).toEqual(types);
};

/** Checks that documented names are read as the stored ones. */
const reads = (form: string, given: Record<string, unknown>, stored: Record<string, unknown>) => () => {
  const { data, errors } = coerceAnswers(formOf(form), given);
  expect({ data, errors }, form).toEqual({ data: stored, errors: {} });
};

const yesNoOf = (form: string) =>
  [...formOf(form).fields.values()].filter(({ type }) => type === 'yesno').map(({ name }) => name);

const leadsTo =
  (form: string, ...forms: string[]) =>
  () => {
    const buttons = wordsOf(form).list.buttons ?? [];
    expect(buttons.map((button) => button.form)).toEqual(forms);
  };

/** Checks, on forms with coordinates, that the bound itself is accepted and a value just below it is not. */
const startsAt = (coordinate: 'latitude' | 'longitude', bound: number) => async () => {
  expect(constants[coordinate].minimum).toBe(bound);
  for (const form of ['school', 'mine-site', 'project', 'court']) {
    const sheet = await open(form);
    accepts(sheet, coordinate, bound);
    expect(codes(sheet.answer(coordinate, bound - 0.01), `/${coordinate}`), form).toEqual([`${coordinate}_bound`]);
  }
};

const ratingsOf = (form: string) =>
  [...formOf(form).fields.values()].filter(({ type }) => type === 'rating').map(({ name }) => name);

const TOPICS = [
  'security',
  'cleanliness',
  'water',
  'toilets',
  'classrooms',
  'laboratory',
  'admin_staff',
  'assembly_daily_session',
  'students_present',
  'students_absent',
  'teachers_present',
  'teachers_absent',
  'lesson_plans',
  'materials',
  'log_books_textbooks',
  'school_council_meetings',
];
const ASSETS = [
  'academic_books',
  'library_books',
  'administration_books',
  'desks',
  'chairs',
  'laboratory_material',
  'items',
  'consumables',
];
const DOCUMENTS = [
  'feasibility',
  'project_plans',
  'contract',
  'budget',
  'bill_of_quantity',
  'annual_report',
  'evaluation_report',
  'contract_variation',
];
const INFORMATION = [
  'health_safety_standard',
  'work_plan',
  'contract_of_employees',
  'eiti_reportable',
  'health_insurance',
  'plan_to_preserve_environment',
  'safety_health_policy_in_contract',
  'people_monitor_mine_site',
];
/** Signatures at the end of a project's record. */
const SIGNED = ['data_entered_fp', 'data_verified_pc'];
const OUTREACH = [
  'event_type',
  'content',
  'mobilisation_before_the_event',
  'event_date',
  'duration_in_hours',
  'participants',
  'cdc_participation',
  'photography',
  'video',
  'community_feedback',
  'target_groups',
  'received_by_id',
  'entered_by_id',
  'verified_by_id',
];
const allYes = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'yes']));

/** Checks the answers of one line for every kind of asset. Only the given kinds accept them. */
async function assetLine(more: Record<string, unknown>, ...kinds: string[]): Promise<void> {
  const sheet = await open('school-assets');
  for (const kind of ASSETS) {
    const line = { item: 'a', received_quantity: 9, ...more };
    const cells = Object.keys(coerceAnswers(sheet.form, { [kind]: [line] }).errors);
    sheet.answer(kind, [line]);
    const refused = [...cells, ...Object.keys(sheet.errors()).filter((pointer) => pointer.startsWith(`/${kind}/`))];
    expect(refused.length === 0, `${kind}: ${refused}`).toBe(kinds.includes(kind));
    sheet.clear(kind);
  }
}

const CASES: Case[] = [
  // Schools and health centers.
  [
    'doc1-constant-rule-admin-staff-are-expected-before-others',
    () => {
      for (const form of ['school-rating', 'school-quarterly']) {
        const { label } = nodeOf(form, 'admin_staff').def;
        expect([label.en, label.fa, label.ps].map((words) => /30 minutes|۳۰ دقیقه|۳۰ دقیقې/.test(words ?? ''))).toEqual(
          [true, true, true],
        );
      }
    },
  ],
  [
    'doc1-navigation-rule-older-mode-asset-tracking-kinds-each-with-add',
    async () => {
      const sheet = await open('school-assets');
      for (const kind of ASSETS) {
        accepts(sheet, kind, [{ item: 'a', received_quantity: 2 }]);
        accepts(sheet, kind, [{ item: 'a', received_quantity: 3 }]);
      }
    },
  ],
  [
    'doc1-constant-rule-asset-lines-carry-received-distributed-or-used',
    async () => {
      const line = {
        received_quantity: 10,
        received_date: '2026-03-01',
        distributed_or_used_quantity: 4,
        distributed_or_used_date: '2026-04-01',
        existing_or_in_store_quantity: 5,
        existing_or_in_store_date: '2026-05-01',
      };
      await assetLine(line, ...ASSETS);
      const sheet = await open('school-assets');
      sheet.answer('desks', [{ item: 'a', ...line }]);
      expect(sheet.data.missing_total).toBe(1);
    },
  ],
  [
    'doc1-constant-rule-asset-items-also-carry-a-type-and-a-functional',
    async () => {
      await assetLine({ functional_count: 2 }, 'items');
      await assetLine({ type: 'a' }, 'items');
    },
  ],
  [
    'doc1-constant-rule-library-books-also-carry-category-source-agency',
    () => assetLine({ category: 'a', source_agency: 'b', recorded_date: '2026-03-01' }, 'library_books'),
  ],
  [
    'doc1-constant-rule-health-center-survey-is-baseline-and-endline',
    async () => {
      const sheet = await open('health-center-survey');
      for (const type of ['baseline', 'endline']) accepts(sheet, 'type', type);
      accepts(sheet, 'focal_point_name', 'Zalmai');
      accepts(sheet, 'provincial_coordinator_name', 'Mina');
    },
  ],
  ['doc1-constant-rule-school-survey-types', hasOptions('school-survey', 'type', ['baseline', 'endline', 'annual'])],
  [
    'doc1-constant-rule-outreach-duration-is-in-hours',
    async () => {
      expect(nodeOf('school-outreach', 'duration').def.unit?.en).toBe('hours');
      accepts(await open('school-outreach'), 'duration', 1.5);
    },
  ],
  [
    'doc1-state-rule-local-monitor-ids-is-a-list-several-local',
    async () => {
      const sheet = await open('health-center-rating');
      accepts(sheet, 'local_monitor_ids', ['one', 'two']);
      expect(codes(sheet.answer('local_monitor_ids', 'one'), '/local_monitor_ids')).toEqual(['type']);
    },
  ],
  [
    'doc1-state-rule-office-use-fields',
    asks('health-center-rating', 'field_visits_checked', 'data_entered', 'form_received_by_id'),
  ],
  [
    'doc1-calculation-rule-current-enrolment-total-is-derived-from-boys',
    adds('school', 'enrolment_current_total', { enrolment_current_boys: 120, enrolment_current_girls: 95 }),
  ],
  [
    'doc1-calculation-rule-local-monitor-full-name-is-first-and-last-name',
    async () => {
      const sheet = await open('local-monitor');
      sheet.answer('first_name', 'Zalmai').answer('last_name', 'Bamyani');
      expect(sheet.data.full_name).toBe('Zalmai Bamyani');
    },
  ],
  [
    'doc1-default-rule-stakeholder-flags-of-a-school-default-to-yes',
    begins('school', allYes(['sms_exists', 'sms_active', 'sms_mobilized', 'cdc_exists', 'cdc_active', 'ngos_active'])),
  ],
  [
    'doc1-default-rule-defaults-only-new-ratings-0-stakeholder-flags',
    async () => {
      const flags = ['sms_exists', 'sms_active', 'sms_mobilized', 'cdc_exists', 'cdc_active', 'ngos_active'];
      expect((await open('school')).data).toMatchObject(allYes(flags));
      // A question not rated yet is stored as absent. The API of the empty form returns 0 for it.
      const { form, data } = await open('school-rating');
      expect(ratingsOf('school-rating')).toHaveLength(16);
      expect(ratingsOf('school-rating').filter((name) => data[name] !== undefined)).toEqual([]);
      const call = { form, language: 'en', services: { registry: { common: () => ({ constants }) } } };
      const categories = questionsResolver('', call as never, {} as never) as { questions: { rate: unknown }[] }[];
      expect(categories.flatMap((one) => one.questions.map(({ rate }) => rate))).toEqual(Array(16).fill(0));
    },
  ],
  [
    'doc1-constant-rule-topics-of-the-school-monitoring-questions',
    async () => {
      expect(ratingsOf('school-rating')).toEqual(TOPICS);
      const sheet = (await open('school-rating')).answer('school_council_meetings', 'good');
      expect(sheet.isVisible('council_attendance')).toBe(true);
      for (const gender of ['male', 'female']) accepts(sheet, `school_council_meetings_${gender}_attendance`, 7);
    },
  ],
  [
    'doc1-state-rule-a-quarterly-rating-has-the-same-shape-and-adds',
    () => {
      const names = (form: string) => [...formOf(form).fields.values()].map(({ name, type }) => `${name} ${type}`);
      const more = (form: string) => names(form).filter((one) => !one.startsWith('provincial_staff_ids '));
      expect(more('school-quarterly')).toEqual(names('school-rating'));
      expect(names('school-quarterly')).toContain('provincial_staff_ids person');
      const sections = (form: string) => formOf(form).sections.map(({ id }) => id);
      expect(sections('school-quarterly')).toEqual(sections('school-rating'));
      const { create, show } = wordsOf('school-quarterly').api;
      for (const keys of [create, show])
        expect(keys).toMatchObject({ ratingCategories: 'questions', provincialStaff: 'people:staff' });
    },
  ],
  [
    'doc1-problem-log-rule-the-problem-shape-is-shared-by-all-programmes',
    () => {
      const forms = [...newest.values()].filter(({ definition }) => definition.problems);
      const programmes = ['schools', 'health', 'mines', 'projects', 'social-audit'];
      expect(forms.map(({ definition }) => definition.programme)).toEqual(expect.arrayContaining(programmes));
      const shapeOf = ({ contract, definition }: CompiledForm) =>
        (contract.properties as Record<string, { items: { properties: object } }>)[definition.problems?.field ?? ''];
      const shape = Object.keys(shapeOf(formOf('school-rating'))?.items.properties ?? {});
      expect(shape).toEqual(
        expect.arrayContaining(['problem_type_id', 'problem_details', 'problem_status_id', 'identified_by_id']),
      );
      // A later version of the shape adds properties and never changes one.
      for (const form of forms) {
        expect(Object.keys(shapeOf(form)?.items.properties ?? {}), form.form).toEqual(expect.arrayContaining(shape));
        expect(form.row?.form, form.form).toBe('problem');
      }
    },
  ],
  [
    'doc1-file-rule-monthly-records-have-file-attachments',
    () => {
      expect(nodeOf('health-center-monthly', 'attachments').type).toBe('file');
      const { tabs } = wordsOf('health-center-monthly').detail ?? { tabs: [] };
      expect(tabs?.map(({ show }) => show)).toContain('attachments');
    },
  ],
  ['doc1-constant-rule-latitude-minimum', startsAt('latitude', 29.4)],
  ['doc1-constant-rule-longitude-minimum', startsAt('longitude', 60.5)],
  [
    'doc1-validation-rule-conclusion-text-minimum-length',
    async () => {
      const sheet = await open('interface-meeting');
      expect(codes(sheet.answer('conclusion', 'Good'), '/conclusion')).toEqual(['min_length']);
      accepts(sheet, 'conclusion', 'Agree');
    },
  ],
  [
    'doc1-validation-rule-interviewee-name-is-optional',
    mayStayEmpty('interviewee_name', 'school-survey', 'health-center-survey'),
  ],
  [
    'doc1-validation-rule-interviewee-name-is-optional-in-surveys',
    mayStayEmpty('interviewee_name', 'school-survey', 'health-center-survey'),
  ],
  [
    'doc1-navigation-rule-health-center-list-has-buttons-that-lead-to-the',
    leadsTo('health-center', 'health-center-monthly', 'health-center-followup'),
  ],
  [
    'doc1-problem-log-rule-problem-type-key-is-problem-type-id-health',
    () => {
      const read = (form: string, row: object) => coerceAnswers(formOf(form), { problems: [row] }).data.problems;
      expect(read('health-center-rating', { type_id: 'a' })).toEqual(read('school-rating', { problem_type_id: 'a' }));
    },
  ],

  [
    'doc1-problem-log-rule-a-trouble-shooter-option-exists',
    () => {
      const { data, errors } = coerceAnswers(formOf('school-rating'), { problems: [{ trouble_shooter: 'a' }] });
      expect(errors).toEqual({});
      expect(data.problems).toEqual([{ trouble_shooter_id: 'a' }]);
    },
  ],

  ['doc1-offline-rule-older-mode-also-holds-a-second-contact-of-the', asks('local-monitor', 'phone', 'second_phone')],
  [
    'doc1-offline-rule-older-mode-also-has-instructional-rooms-in-use',
    asks('school', 'instruct_rooms', 'instruct_rooms_in_use', 'classes_without_rooms'),
  ],
  [
    'doc1-offline-rule-older-mode-questions-carry-male-female-and',
    async () => {
      const sheet = await open('health-center-rating');
      const rated = [...sheet.form.fields.values()].filter(({ type }) => type === 'rating');
      const counted = rated.filter(({ name }) => sheet.form.fields.has(`${name}_counts`));
      expect(counted.length).toBeGreaterThan(0);
      for (const { name } of counted) {
        expect(sheet.isVisible(`${name}_counts`), name).toBe(false);
        expect(sheet.answer(name, 'good').isVisible(`${name}_counts`), name).toBe(true);
        const { properties } = nodeOf('health-center-rating', `${name}_counts`);
        expect(properties, name).toEqual(expect.arrayContaining([`${name}_male_count`, `${name}_female_count`]));
      }
      const patients = counted.filter(({ name }) => sheet.form.byProperty.has(`${name}_patient_count`));
      expect(patients.length).toBeGreaterThan(0);
    },
  ],

  // Mine sites.
  ['doc2-mines-rule-monitored-by-others', begins('mine-site', { monitored_by_others: 'yes' })],
  [
    'doc2-mines-rule-information-access',
    async () => {
      expect(INFORMATION.map((field) => nodeOf('mine-site', field).type)).toEqual(INFORMATION.map(() => 'yesno'));
      await begins('mine-site', allYes(INFORMATION))();
    },
  ],
  ['doc2-mines-rule-project-progress', begins('mine-site', { project_progress: 0 })],
  [
    'doc2-mines-rule-local-monitors',
    async () => {
      const two = [
        { local_monitor_id: 'a', contact_no: '0700123456' },
        { local_monitor_id: 'b', contact_no: '0700123457' },
      ];
      const sheet = await open('mine-site');
      accepts(sheet, 'localMonitors', two);
      expect(codes(sheet.answer('localMonitors', [...two, { local_monitor_id: 'c' }]), '/localMonitors')).toEqual([
        'too_many',
      ]);
    },
  ],
  [
    'doc2-mines-rule-main-plus-other',
    async () => {
      const sheet = await open('mine-site');
      for (const list of ['social_projects_c', 'social_projects_i', 'beneficiaries']) {
        expect(sheet.isVisible(`${list}_other`), list).toBe(false);
        sheet.answer(list, ['other']).answer(`${list}_other`, 'A bridge');
        expect(sheet.isVisible(`${list}_other`), list).toBe(true);
        expect(sheet.stored()[`${list}_other`]).toBe('A bridge');
        sheet.answer(list, []);
        expect(sheet.stored()[`${list}_other`]).toBeUndefined();
      }
    },
  ],
  ['doc2-mines-rule-survey-adds', asks('mine-survey', 'community_id', 'type_id', 'filling_date')],
  [
    'doc2-mines-rule-conflict-mine-two-surveys',
    async () => {
      await asks('mine-survey', 'community_id', 'type_id', 'filling_date')();
      await asks(
        'mine-survey',
        'household_members',
        'interviewee_name',
        'age',
        'gender',
        'contact_number',
        'focal_point_name',
        'provincial_coordinator_name',
      )();
      reads('mine-survey', { interviewer: 'a' }, { local_monitor_id: 'a' })();
      const sheet = await open('mine-survey');
      for (const type of ['baseline', 'annual']) accepts(sheet, 'type_id', type);
    },
  ],
  [
    'doc2-mines-rule-conflict-mine-form-types',
    lists('mine-site', {
      baseline: { form: 'mine-survey', where: { type_id: 'baseline' } },
      endline: { form: 'mine-survey', where: { type_id: 'endline' } },
      monitoring: { form: 'mine-monitoring' },
      event: { form: 'mine-outreach' },
      quarterly: { form: 'mine-quarterly' },
      annual: { form: 'mine-annual' },
      annual_survey: { form: 'mine-survey', where: { type_id: 'annual' } },
    }),
  ],
  [
    'doc2-mines-rule-scan',
    () => {
      for (const form of ['mine-quarterly', 'mine-annual']) expect(nodeOf(form, 'scan').type, form).toBe('file');
      expect(formOf('mine-monitoring').fields.has('scan')).toBe(false);
    },
  ],
  [
    'doc2-mines-rule-weekly-extra',
    asks('mine-monitoring', 'problems', 'sheet_handover_date', 'received_by_id', 'entered_by_id'),
  ],
  [
    'doc2-mines-rule-list-buttons',
    leadsTo('mine-site', 'mine-monitoring', 'mine-quarterly', 'mine-annual', 'mine-survey'),
  ],

  // Infrastructure projects.
  ['doc2-projects-rule-project-progress', begins('project', { project_progress: 0 })],
  ['doc2-projects-rule-granted-default', begins('project', { granted_by_integrity_action: 'yes' })],
  [
    'doc2-shared-rule-yes-default',
    async () => {
      const asked = yesNoOf('project').filter((field) => !SIGNED.includes(field));
      expect(asked.length).toBeGreaterThanOrEqual(10);
      await begins('project', allYes(asked))();
      await begins('mine-site', allYes(INFORMATION))();
    },
  ],
  [
    'doc2-projects-rule-conflict-yes-default-scope',
    async () => {
      expect(yesNoOf('project')).toEqual(expect.arrayContaining(['granted_by_integrity_action', ...SIGNED]));
      const { data } = await open('project');
      expect(yesNoOf('project').filter((field) => data[field] !== 'yes')).toEqual(SIGNED);
      expect(SIGNED.map((field) => data[field])).toEqual([undefined, undefined]);
    },
  ],
  [
    'doc2-projects-rule-conflict-elections-type',
    async () => {
      expect(nodeOf('project', 'elections_participant').type).toBe('integer');
      expect(nodeOf('project', 'monitored_by_others').type).toBe('yesno');
      const sheet = await open('project');
      accepts(sheet, 'elections_participant', 120);
      expect(codes(sheet.answer('elections_participant', 'yes'), '/elections_participant')).not.toEqual([]);
      await begins('project', { monitored_by_others: 'yes' })();
    },
  ],
  [
    'doc2-projects-rule-conflict-project-form-types',
    lists('project', {
      baseline: { form: 'project-survey', where: { type: 'baseline' } },
      endline: { form: 'project-survey', where: { type: 'endline' } },
      annual: { form: 'project-survey', where: { type: 'annual' } },
      monitoring: { form: 'project-weekly' },
      quarterly: { form: 'project-survey', where: { type: 'quarterly' } },
      event: { form: 'project-outreach' },
    }),
  ],
  [
    'doc2-projects-rule-conflict-satisfaction',
    async () => {
      const words = { community_satisfaction: 'yes', community_satisfied_count: '14' };
      reads('project-weekly', words, { community_satisfied: 'yes', community_satisfied_count: 14 })();
      await needs('project-weekly', 'community_satisfied')();
      expect(
        codes((await open('project-weekly')).clear('community_satisfied_count'), '/community_satisfied_count'),
      ).toEqual([]);
    },
  ],
  [
    'doc2-projects-rule-project-status',
    hasOptions('project', 'project_status', ['on-going', 'completed', 'stopped', 'suspended', 'canceled']),
  ],
  [
    'doc2-projects-rule-policy-change',
    hasOptions('project-weekly', 'policy_change', ['yes', 'no', 'dontknow', 'in-progress']),
  ],
  [
    'doc2-projects-rule-category-a-d',
    () => {
      expect(nodeOf('project-weekly', 'category').def.options?.map(({ label }) => label.en)).toEqual([
        'A: well implemented, completed',
        'B: badly implemented',
        'C: well implemented, ongoing',
        'D: reallocated funds',
      ]);
      return hasOptions('project-weekly', 'category', ['a', 'b', 'c', 'd'])();
    },
  ],
  [
    'doc2-projects-rule-accessibility-options',
    async () => {
      const sheet = await open('project');
      for (const document of DOCUMENTS) {
        const name = `accessibility_${document}`;
        const { enum: values } = (sheet.form.contract.properties as Record<string, JsonSchema>)[name] as JsonSchema;
        expect(values, name).toEqual(['proactive', 'reactive', 'not-needed', 'not-accessible']);
      }
    },
  ],
  [
    'doc2-projects-rule-accessibility-json',
    () => {
      expect(DOCUMENTS).toHaveLength(8);
      for (const [group, value] of [
        ['accessibility', 'reactive'],
        ['access_details', 'It is in the capital'],
      ] as const) {
        const all = Object.fromEntries(DOCUMENTS.map((document) => [document, value]));
        const stored = Object.fromEntries(DOCUMENTS.map((document) => [`${group}_${document}`, value]));
        reads('project', { [group]: JSON.stringify(all) }, stored)();
      }
    },
  ],
  [
    'doc2-projects-rule-satisfaction-counts',
    async () => {
      await adds('project-weekly', 'community_satisfaction_total', {
        community_satisfied_count: 14,
        community_unsatisfied_count: 3,
      })();
      accepts(await open('project-weekly'), 'community_satisfaction_how_measured', 'Asked at the mosque');
    },
  ],
  [
    'doc2-projects-rule-several-monitors',
    async () => accepts(await open('project-weekly'), 'local_monitor_id', ['one', 'two', 'three']),
  ],
  [
    'doc2-projects-rule-background-required',
    needs('project', 'project_delivery_reason', 'project_deliverable_details'),
  ],
  [
    'doc2-projects-rule-required-four',
    async () => {
      await needs('project', 'project_delivery_reason', 'project_deliverable_details')();
      await needs('project-weekly', 'policy_change', 'community_satisfied')();
    },
  ],
  ['doc2-projects-rule-list-buttons', leadsTo('project', 'project-weekly', 'project-survey')],
  [
    'doc2-shared-rule-units',
    () => {
      expect(nodeOf('project', 'budget').def.unit?.en).toBe('USD');
      for (const form of ['mine-outreach', 'project-outreach', 'court-outreach'])
        expect(nodeOf(form, 'duration_in_hours').def.unit?.en, form).toBe('hours');
      const units = Object.entries(wordsOf('mine-resource-mapping').fields)
        .flatMap(([name, field]) => [[name, field] as const, ...Object.entries(field.columns ?? {})])
        .filter(([name]) => name.includes('distance'));
      expect(units.length).toBeGreaterThan(0);
      expect([...new Set(units.map(([, field]) => field.unit?.en))]).toEqual(['km']);
    },
  ],

  [
    'doc2-shared-rule-kinds',
    async () => {
      expect(nodeOf('mine-site', 'name').def.unique).toBe(true);
      await needs('mine-site', 'name')();
      const sheet = await open('mine-site');
      accepts(sheet, 'extraction_amount_per_year', 1200.5);
      const amount = codes(sheet.answer('extraction_amount_per_year', 'much'), '/extraction_amount_per_year');
      expect(amount).toEqual(['decimal']);
    },
  ],
  [
    'doc2-shared-rule-shared-shape',
    async () => {
      const stated = ['problem_type_id', 'problem_details', 'problem_status_id', 'date_identified', 'date_solved'];
      const shape = (form: string) =>
        (formOf(form).contract.properties as Record<string, JsonSchema>).problems as JsonSchema;
      expect(Object.keys((shape('mine-monitoring').items as JsonSchema).properties ?? {})).toEqual(
        expect.arrayContaining([
          ...stated,
          'identified_by_id',
          'solved_by_id',
          'advocated_by_id',
          'trouble_shooter_id',
        ]),
      );
      for (const form of ['project-weekly', 'interface-meeting'])
        expect(shape(form), form).toEqual(shape('mine-monitoring'));
    },
  ],
  [
    'doc2-shared-rule-conflict-outreach-scope',
    async () => {
      for (const form of ['mine-outreach', 'project-outreach', 'court-outreach']) await asks(form, ...OUTREACH)();
      // The form of schools asks the same questions under the names of document 1.
      const named: Record<string, string> = {
        mobilisation_before_the_event: 'mobilisation_before_event',
        event_date: 'date',
        duration_in_hours: 'duration',
      };
      await asks('school-outreach', ...OUTREACH.map((field) => named[field] ?? field))();
    },
  ],
  [
    'doc2-courts-rule-conflict-interview-vs-filling-date',
    () => {
      for (const form of ['mine-survey', 'project-survey', 'court-survey'])
        reads(form, { interview_date: '2026-05-04' }, { filling_date: '2026-05-04' })();
    },
  ],

  // Courts.
  [
    'doc2-courts-rule-conflict-court-form-types',
    lists('court', {
      baseline: { form: 'court-survey', where: { type: 'baseline' } },
      endline: { form: 'court-survey', where: { type: 'endline' } },
      annual: { form: 'court-survey', where: { type: 'annual' } },
      civilMonitoring: { form: 'civil-monitoring' },
      criminalMonitoring: { form: 'criminal-monitoring' },
      event: { form: 'court-outreach' },
      quarterly: { form: 'court-quarterly' },
    }),
  ],
  [
    'doc2-courts-rule-conflict-case-type',
    async () => {
      await asks('court-case', 'type', 'case_type')();
      await hasOptions('court-case', 'type', ['primary', 'appeal', 'cassation', 'revision'])();
      await hasOptions('court-case', 'case_type', ['criminal', 'civil'])();
    },
  ],
  [
    'doc2-courts-rule-both-record',
    async () => {
      for (const form of ['criminal-monitoring', 'civil-monitoring'])
        await asks(
          form,
          'cbmt_court_id',
          'cbmt_court_case_id',
          'integrity_volunteer_id',
          'integrity_leader_id',
          'monitoring_date',
        )();
    },
  ],
  [
    'doc2-courts-rule-law-articles',
    () => {
      const cited = (form: string) =>
        new Set(
          [...formOf(form).fields.values()].flatMap(({ def }) => {
            const words = `${def.label.en} ${def.help?.en ?? ''}`;
            const places = words.match(/[Aa]rticles? \d+( and \d+)?/g) ?? [];
            return places.flatMap((place) => place.match(/\d+/g) ?? []);
          }),
        );
      expect([...cited('criminal-monitoring')].sort()).toEqual(['217', '7', '8']);
      expect([...cited('civil-monitoring')].sort()).toEqual(['45', '49']);
    },
  ],
  [
    'doc2-courts-rule-qualifications',
    counts(
      'court-quarterly',
      ...['master', 'bachelor', 'madrasa', 'high_school', 'secondary'].map((one) => `judges_${one}`),
    ),
  ],
  [
    'doc2-courts-rule-staff-groups',
    async () => {
      await counts('court-quarterly', 'judges', 'admin_clerks', 'support_staff')();
      await adds('court-quarterly', 'staff_total', { judges_male: 3, admin_clerks_female: 2, support_staff_male: 4 })();
    },
  ],
  [
    'doc2-courts-rule-stakeholder-groups',
    asks(
      'court-quarterly',
      'community_development_councils',
      'ngos_and_civil_society',
      'local_monitors_elected',
      'local_monitors_trained',
    ),
  ],
  [
    'doc2-courts-rule-interface-counts',
    async () => {
      await counts('interface-meeting', 'judges', 'cso_members', 'community_members_or_local_monitors')();
      await adds('interface-meeting', 'participants_total', {
        judges_female: 1,
        cso_members_male: 6,
        community_members_or_local_monitors_female: 9,
      })();
    },
  ],
  [
    'doc2-courts-rule-training-counts',
    async () => {
      await counts('court-training', 'monitors', 'councils', 'civil_society', 'lawyers', 'community')();
      await adds('court-training', 'participants_total', {
        monitors_male: 4,
        lawyers_female: 2,
        government_officials: 3,
      })();
    },
  ],
  [
    'doc2-courts-rule-unique-check',
    () => expect([nodeOf('court', 'code').def.unique, nodeOf('court', 'name').def.unique]).toEqual([true, true]),
  ],
  [
    'doc2-courts-rule-conclusion-min',
    async () => {
      const sheet = await open('interface-meeting');
      expect(codes(sheet.answer('conclusion', 'Four'), '/conclusion')).toEqual(['min_length']);
      accepts(sheet, 'conclusion', 'Fives');
      expect(codes(sheet.clear('conclusion'), '/conclusion')).toEqual(['required']);
    },
  ],
  ['doc2-shared-rule-interviewee-optional-3', mayStayEmpty('interviewee_name', 'mine-survey', 'court-survey')],
  [
    'doc2-shared-rule-interviewee-optional',
    mayStayEmpty('interviewee_name', 'mine-survey', 'court-survey', 'school-survey', 'health-center-survey'),
  ],
  ['doc2-courts-rule-list-buttons', leadsTo('court', 'court-survey', 'civil-monitoring', 'criminal-monitoring')],

  // Communication, advocacy, integrity building, social audits.
  [
    'doc2-communication-rule-media-channel-min',
    async () => {
      const sheet = await open('media-event');
      for (const none of [undefined, []])
        expect(codes(sheet.answer('media_channels', none), '/media_channels')).toEqual(['required']);
      sheet.answer('media_channels', [{ channel_name: 'A channel' }]);
      expect(codes(sheet, '/media_channels')).toEqual([]);
      expect(sheet.data.channel_count).toBe(1);
    },
  ],
  [
    'doc2-communication-rule-media-channels',
    async () => {
      const { type, def } = nodeOf('media-event', 'media_channels');
      expect(type).toBe('table');
      expect(Object.keys(def.columns ?? {})).toEqual(['channel_name', 'type', 'journalist_name']);
      const channel = { channel_name: 'A channel', type: 'radio', journalist_name: 'Mina' };
      accepts(await open('media-event'), 'media_channels', [channel, { ...channel, channel_name: 'Another' }]);
    },
  ],
  [
    'doc2-advocacy-rule-publishing-statuses',
    async () => {
      const statuses = ['planned', 'writing', 'design', 'printing', 'published', 'canceled'];
      await hasOptions('publishing', 'publication_status', statuses)();
      await hasOptions('publishing', 'payment_status', ['unpaid', 'part-paid', 'paid'])();
    },
  ],
  [
    'doc3-integrity-rule-participants-min',
    async () => {
      const sheet = await open('training');
      for (const none of [undefined, []])
        expect(codes(sheet.answer('participants', none), '/participants')).toEqual(['required']);
      sheet.answer('participants', [{ first_name: 'Mina' }]);
      expect(codes(sheet, '/participants')).toEqual([]);
    },
  ],
  [
    'doc3-social-audit-rule-participant-types-limit',
    async () => {
      for (const form of ['social-audit', 'social-audit-event']) {
        const sheet = await open(form);
        const group = (participant_type_id: string) => ({ participant_type_id, male: 1, female: 1 });
        accepts(sheet, 'participants', ['1', '2', '3'].map(group));
        for (const [types, code] of [
          [['1', '4'], 'choice'],
          [['1', '1'], 'duplicate_items'],
        ] as const)
          expect(codes(sheet.answer('participants', types.map(group)), '/participants/1/participant_type_id')).toEqual([
            code,
          ]);
      }
    },
  ],
  ['doc3-ibp-project-rule-code-letter', () => expect(wordsOf('ibp-project').code?.pattern).toBe('I-{seq}')],
  [
    'doc3-integrity-rule-evaluation-count',
    () => expect(nodeOf('training-evaluation', 'statements').properties.length).toBe(14),
  ],
  [
    'doc3-social-audit-rule-problems',
    async () => {
      const row = { problem_type_id: 'a', problem_details: 'No minutes are kept' };
      const { data, errors } = coerceAnswers(formOf('social-audit'), {
        problems: [{ ...row, status: 'ongoing', photo: ['p'] }],
      });
      expect(errors).toEqual({});
      const read = [{ ...row, problem_status_id: 'ongoing', photo: ['p'] }];
      expect(data.problems).toEqual(read);
      const sheet = await open('social-audit');
      accepts(sheet, 'problems', read);
      for (const problem_status_id of ['ongoing', 'advocated', 'solved', 'dropped'])
        accepts(sheet, 'problems', [{ ...row, problem_status_id }]);
      const wrong = [{ ...row, problem_status_id: 'forgotten' }];
      expect(codes(sheet.answer('problems', wrong), '/problems/0/problem_status_id')).toEqual(['choice']);
    },
  ],
];

describe('rules of the specification', () => {
  it.each(CASES)('%s', (_rule, check) => check());
});
