/** `GET /api/start`: what a screen begins with, in one response, as each call answers on its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage } from './http-stage.ts';

describe.each(DATABASES)('what a screen begins with on %s', (database) => {
  let server: TestServer;
  let school: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    ({ school } = await prepareStage(server));
  });
  afterAll(() => server?.stop());

  const startAt = (path: string) => `start?path=${encodeURIComponent(path)}`;

  /** Answers that two calls give differently: the moment of each. */
  const withoutMoments = (answer: Json) => JSON.parse(JSON.stringify(answer).replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '""'));

  it.each([
    ['/', ['home']],
    ['/schools', ['schools?page=1', 'definitions/school', 'views/school']],
    [
      '/schools?page=2&filters=[{"field":"status","op":"eq","value":"x"}]',
      [expect.stringMatching(/^schools\?page=2&filters=%5B/), 'definitions/school', 'views/school'],
    ],
    [
      '/schools/create?name=A%20b',
      ['schools/create?name=A+b&selects=0', expect.stringMatching(/^definitions\/school\/\d+$/), 'drafts'],
    ],
    ['/schools/SCHOOL', ['schools/SCHOOL?selects=0', expect.stringMatching(/^definitions\/school\/\d+$/)]],
    ['/admin/accounts', []],
    ['/nowhere/at/all', []],
  ])('%s', async (path, expected) => {
    const here = (text: unknown) => (typeof text === 'string' ? text.replace('SCHOOL', school) : text);
    const { answers } = await server.person('admin').must('GET', startAt(String(here(path))));
    const always = ['session', 'common', 'definitions', 'news'];
    expect(Object.keys(answers)).toEqual([...always, ...expected.map(here)]);
    for (const [call, answer] of Object.entries(answers))
      expect(withoutMoments(answer), call).toEqual(withoutMoments(await server.person('admin').must('GET', call)));
  });

  it('leaves out what the person is refused, which each call says on its own', async () => {
    const { answers } = await server.person('coordinator.kabul').must('GET', startAt(`/schools/${school}`));
    expect(Object.keys(answers)).not.toContain(`schools/${school}?selects=0`);
    expect(Object.keys(answers)).toContain('session');
    expectRefusal(await server.person('coordinator.kabul').call('GET', `schools/${school}`), 'record_not_found');
  });

  it('leaves out what the caller has by its entity tag, and tells another person what they may do', async () => {
    const at = startAt('/schools/create');
    const first = await server.person('admin').must('GET', at);
    expect(Object.keys(first.etags)).toEqual([
      'common',
      'definitions',
      expect.stringMatching(/^definitions\/school\/\d+$/),
    ]);
    const held = `&etags=${Object.values(first.etags).join(',')},none`;
    const again = await server.person('admin').must('GET', at + held);
    expect(again.etags).toEqual(first.etags);
    const left = Object.keys(first.answers).filter((call) => !Object.hasOwn(again.answers, call));
    expect(left).toEqual(Object.keys(first.etags));
    const other = await server.person('focal.bamyan').must('GET', at + held);
    expect(other.etags.definitions).not.toBe(first.etags.definitions);
    expect(other.answers.definitions).toEqual(await server.person('focal.bamyan').must('GET', 'definitions'));
  });

  it.each(['schools-rates/create?school_id=SCHOOL', 'schools/SCHOOL?edit=1'])(
    '%s leaves out the lists to choose from on request, and nothing else',
    async (path) => {
      const call = path.replace('SCHOOL', school);
      const whole = await server.person('admin').must('GET', call);
      const rest = await server.person('admin').must('GET', `${call}&selects=0`);
      expect(Object.keys(whole).length).toBeGreaterThan(Object.keys(rest).length);
      expect(rest).toEqual(Object.fromEntries(Object.entries(whole).filter(([key]) => Object.hasOwn(rest, key))));
      expect(rest).toHaveProperty(path.includes('create') ? 'onGoingProblems' : 'formsCount');
    },
  );

  it('answers in the language that is asked for', async () => {
    const inLanguage = async (language: string) => {
      const headers = { authorization: `Bearer ${server.tokens.admin}`, 'accept-language': language };
      const { answers } = await (await fetch(`${server.base}/api/${startAt('/')}`, { headers })).json();
      return JSON.stringify(answers.home);
    };
    expect(await inLanguage('fa')).not.toBe(await inLanguage('en'));
  });

  it('refuses whoever is not logged in, and addresses that are none', async () => {
    expectRefusal(await refusalOf(fetch(`${server.base}/api/${startAt('/')}`)), 'unauthorized');
    const admin = server.person('admin');
    for (const path of ['', 'schools', 'https://elsewhere/', `/${'a'.repeat(4_000)}`])
      expectRefusal(await admin.call('GET', startAt(path)), 'bad_filter', undefined, path.slice(0, 20));
    expectRefusal(await admin.call('GET', 'start'), 'bad_filter');
  });

  it.each([
    '//elsewhere/x',
    '//elsewhere:x',
    '/\\elsewhere',
    '/../schools/create',
    '/__proto__',
    '/schools/constructor',
    '/%00',
    '/%E0%A4%A',
  ])('asks only what a screen of ours asks at %s', async (path) => {
    const { answers } = await server.person('admin').must('GET', startAt(path));
    expect(Object.keys(answers)).toEqual(['session', 'common', 'definitions', 'news']);
  });
});
