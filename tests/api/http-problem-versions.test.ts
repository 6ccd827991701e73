/** A form uses the problem version it names. Its questions are stored, listed and exported, and no others are accepted. */
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const DUE = { solved_by_date: '2026-06-01', problem_scope: 'district' };

describe.each(ANY_DATABASE)('versions of problems on %s', (database) => {
  let server: TestServer;
  let admin: Person;
  let site: string;
  let answerer: Answerer;

  const form = (name: string, version?: number) => server.services.registry.form(name, version) as CompiledForm;
  const typeOf = (name: string) => server.services.registry.choices(form(name).definition.problems?.types ?? '')[0]?.id;
  /** Returns valid answers. The first problem has the first type of the list and the values of `more`. */
  const answersOf = async (name: string, more: Json, version?: number): Promise<Json> => {
    const found = {
      date_identified: '2026-04-10',
      problem_details: 'No helmets',
      problem_type_id: typeOf(name),
      ...more,
    };
    const made: Json = await answerer.answers(form(name, version), admin, 1, {
      ...(name === 'mine-monitoring' && { cbme_initial_recording_id: site }),
      monitoring_date: '2026-04-10',
    });
    return { ...made, problems: [found, ...(made.problems ?? [])], ...(version && { form_version: version }) };
  };
  const store = async (name: string, more: Json, version?: number) =>
    admin.call('POST', `${form(name).definition.api.base}/store`, await answersOf(name, more, version));
  const codes = ({ status, body }: { status: number; body: Json }) => [
    status,
    Object.entries(body.errors ?? {}).map(([at, [error]]: [string, Json]) => `${at} ${error.code}`),
  ];
  const logOf = async (details: string): Promise<Json> =>
    (await admin.must('GET', `mine-sites/${site}/problems`)).data.find((one: Json) => one.problem_details === details);

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = server.person('admin');
    const places = [...server.services.registry.places().values()];
    answerer = new Answerer(server, admin, places.find(({ name_en }) => name_en === 'Bamyan')?.id as string);
    const answers = await answerer.answers(form('mine-site'), admin, 1);
    site = (await admin.must('POST', `${form('mine-site').definition.api.base}/store`, answers)).id;
  });
  afterAll(() => server?.stop());

  it('are asked for like those of a form', async () => {
    const newest = await admin.must('GET', 'definitions/problem');
    expect(newest).toMatchObject({ form: 'problem', version: 2, versions: [1, 2], definition: { kind: 'row' } });
    expect(newest.schema.properties).toMatchObject({ solved_by_date: { format: 'date' }, number: { readOnly: true } });
    const first = await admin.must('GET', 'definitions/problem/1');
    expect(Object.keys(first.schema.properties)).not.toContain('solved_by_date');
    const { data } = await admin.must('GET', 'definitions');
    expect(data.map((one: Json) => one.form)).not.toContain('problem');
    expect((await admin.must('GET', 'definitions/mine-monitoring')).row.definition.version).toBe(2);
    expect((await admin.must('GET', 'definitions/school-rating')).row.definition.version).toBe(1);
  });

  it('the second is stored, shown in the log of the site and exported', async () => {
    const { status, body } = await store('mine-monitoring', DUE);
    expect([status, body.errors]).toEqual([200, undefined]);
    const { monitoring } = await admin.must('GET', `mine-site-monitorings/${body.id}`);
    expect(monitoring.data.problems[0]).toMatchObject(DUE);
    expect(await logOf('No helmets')).toMatchObject({ ...DUE, problem_status_id: 'ongoing' });
    const next = await admin.must('GET', `mine-site-monitorings/create?mine_site_id=${site}`);
    const carried = next.onGoingProblems.find((one: Json) => one.problem_details === 'No helmets');
    expect(carried).toMatchObject(DUE);
    const response = await fetch(`${server.base}/api/mine-sites/${site}/problems?download=1&localSuffix=fa`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const text = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    for (const words of ['2026-06-01', 'مهلت حل', 'ولسوالی', 'No helmets']) expect(text).toContain(words);
  });

  it('days keep the order that the definition states', async () => {
    const early = await store('mine-monitoring', { solved_by_date: '2026-04-09' });
    expect(codes(early)).toEqual([422, ['/problems/0/solved_by_date not_before']]);
    const solved = await store('mine-monitoring', { problem_status_id: 'solved', date_solved: '2026-04-09' });
    expect(codes(solved)).toEqual([422, ['/problems/0/date_solved not_before']]);
  });

  it('a form that names the first takes nothing of the second', async () => {
    expect(codes(await store('school-rating', DUE))).toEqual([
      422,
      ['/problems/0/solved_by_date unknown_field', '/problems/0/problem_scope unknown_field'],
    ]);
  });

  it('a sheet of an older version keeps its problems, and what it has of them when it is lifted', async () => {
    expect(codes(await store('mine-monitoring', DUE, 1))[1]).toContain('/problems/0/solved_by_date unknown_field');
    const old = await store('mine-monitoring', { problem_details: 'Long ago' }, 1);
    expect([old.status, old.body.monitoring?.form_version]).toEqual([200, 1]);
    expect(await logOf('Long ago')).toMatchObject({ solved_by_date: null, problem_scope: null });
    const { monitoring } = await admin.must('GET', `mine-site-monitorings/${old.body.id}`);
    expect(monitoring.data.problems[0]).toMatchObject({ problem_details: 'Long ago' });
    expect(Object.keys(monitoring.data.problems[0])).not.toContain('solved_by_date');
    const lifted = await admin.must('PUT', `mine-site-monitorings/${old.body.id}`, {
      ...monitoring.data,
      problems: monitoring.data.problems.map((one: Json) => ({ ...one, ...DUE })),
      form_version: 2,
      version: monitoring.version,
    });
    expect(lifted.monitoring.form_version).toBe(2);
    expect(lifted.monitoring.data.problems[0]).toMatchObject({ ...DUE, problem_details: 'Long ago' });
  });
});
