/** Documented calls of social audits, partners, stories and events: lists beside a sheet, and the ways to edit one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE)('areas on %s', (database) => {
  let server: TestServer;
  let answerer: Answerer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const bamyan = [...server.services.registry.places().values()].find(({ name_en }) => name_en === 'Bamyan');
    answerer = new Answerer(server, server.person('admin'), bamyan?.id as string);
  });
  afterAll(() => server?.stop());

  const answersOf = (name: string, seed: number, given: Json = {}): Promise<Json> =>
    answerer.answers(server.services.registry.form(name) as CompiledForm, server.person('admin'), seed, given);
  const ids = (rows: Json[]): string[] => rows.map(({ id }) => String(id));

  it('a social audit is corrected by its documented id; without one it is a new one', async () => {
    const admin = server.person('admin');
    const answers = await answersOf('social-audit', 1, { title: 'First words' });
    const made = await admin.must('POST', 'ibp-social-audits/store', answers);
    expect(made.social_audit.data.title).toBe('First words');
    const again = { ...answers, title: 'Better words', social_audit_id: made.id, version: made.version };
    const changed = await admin.must('POST', 'ibp-social-audits/store', again);
    expect(changed).toMatchObject({
      id: made.id,
      code: made.code,
      version: 2,
      social_audit: { data: { title: 'Better words' } },
    });
    const other = await admin.must('POST', 'ibp-social-audits/store', { ...answers, title: 'Another one' });
    expect(other.version).toBe(1);
    expect(other.id).not.toBe(made.id);
  });

  it('a new social audit lists the problems of its project that go on, with their state', async () => {
    const admin = server.person('admin');
    const answers = await answersOf('social-audit', 2, { problems: [] });
    const { problemTypes } = await admin.must('GET', `ibp-social-audits/create?project_id=${answers.project_id}`);
    const problem = (problem_details: string, status: string) => ({
      problem_type_id: problemTypes[0].id,
      problem_details,
      status,
      date_identified: answers.start_date,
      ...(status === 'solved' && { date_solved: answers.start_date }),
    });
    const problems = [problem('No minutes are kept', 'ongoing'), problem('The door was locked', 'solved')];
    await admin.must('POST', 'ibp-social-audits/store', { ...answers, problems });
    const asked = await admin.must('GET', `ibp-social-audits/create?project_id=${answers.project_id}`);
    const listed = asked.onGoingProblems.map((one: Json) => [one.problem_details, one.problem_status_id]);
    expect(listed).toContainEqual(['No minutes are kept', 'ongoing']);
    expect(listed.map(([details]: [string]) => details)).not.toContain('The door was locked');
  });

  it.each(['initial', 'implementation'])('POST /ip/%s makes a sheet and, with its id, corrects it', async (kind) => {
    const admin = server.person('admin');
    const answers = await answersOf(`partner-${kind}`, 3);
    const made = await admin.must('POST', `ip/${kind}`, answers);
    expect(made.version).toBe(1);
    for (const [name, version] of [
      [`${kind}_id`, 2],
      ['id', 3],
    ] as const) {
      const sent = { ...answers, [name]: made.id, version: version - 1 };
      expect(await admin.must('POST', `ip/${kind}`, sent), name).toMatchObject({ id: made.id, version });
    }
    const other = await admin.must('POST', `ip/${kind}`, await answersOf(`partner-${kind}`, 8));
    expect([other.version, other.id === made.id]).toEqual([1, false]);
  });

  it('both sheets of a partner answer with the same shape; an implementation chooses currency and assessment', async () => {
    const admin = server.person('admin');
    const made: Record<string, Json> = {};
    for (const kind of ['initial', 'implementation']) {
      made[kind] = await admin.must('POST', `ip/${kind}`, await answersOf(`partner-${kind}`, 4));
      const shown = await admin.must('GET', `ip/${kind}/${made[kind].id}`);
      expect(Object.keys(shown), kind).toEqual(expect.arrayContaining([kind, 'dropdown', 'logs', 'recordScope']));
      expect(shown[kind].id).toBe(made[kind].id);
      expect(shown.recordScope).toMatchObject({ view: true });
    }
    for (const path of ['create', made.implementation.id]) {
      const { dropdown } = await admin.must('GET', `ip/implementation/${path}`);
      expect(ids(dropdown.currencies)).toEqual(['USD', 'AFN', 'EURO']);
      expect(ids(dropdown.initials)).toContain(made.initial.id);
    }
  });

  it('an empty story, event or report offers its lists under the documented names', async () => {
    const admin = server.person('admin');
    const story = await admin.must('GET', 'cbm-success-story/create');
    for (const key of ['departments', 'provinces', 'localMonitors', 'healthCenters'])
      expect(story[key], key).toEqual(expect.any(Array));
    const center = await admin.must('POST', 'health-centers/store', await answersOf('health-center', 5));
    expect(ids((await admin.must('GET', 'cbm-success-story/create')).healthCenters)).toContain(center.id);

    const partners = ids((await admin.must('GET', 'acu-events/create')).boundary_partners);
    expect(partners.length).toBeGreaterThan(0);
    const event = await answersOf('acu-event', 6, { boundry_partner_ids: partners.slice(0, 1) });
    const { event: stored } = await admin.must('POST', 'acu-events/store', event);
    expect(stored.data.boundry_partner_ids).toEqual(partners.slice(0, 1));

    const kinds = ids((await admin.must('GET', 'ibp-social-audit-events/create')).dropdownSocialAuditEventCategories);
    expect(kinds.length).toBeGreaterThan(0);
    const audit = await answersOf('social-audit-event', 7, { event_type_id: kinds.at(-1) });
    const { social_audit_event } = await admin.must('POST', 'ibp-social-audit-events/store', audit);
    expect(social_audit_event.data.event_type_id).toBe(kinds.at(-1));
  });
});
