/**
 * Makes the fixtures of one build for both databases: `TZ=Asia/Kabul NODE_ENV=test npx tsx e2e/upgrade/make.ts <name>`. The name
 * is that of a folder here, for example the day. To be run at the build whose stores later ones have to open.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { BrowserContext, Page } from 'playwright';
import { databaseFile } from '../../src/server/db/sqlite/open.ts';
import { prepareStage, schoolAnswers } from '../../tests/api/http-stage.ts';
import { databaseEnv, runServer, startServer } from '../../tests/support/process.ts';
import { startTestServer } from '../../tests/support/server.ts';
import { caller } from '../pages/api.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { prepareOffline, saveHere, send } from '../pages/offline.ts';
import { photo } from '../pages/picture.ts';
import { logIn, screen } from '../pages/stage.ts';
import { words } from '../pages/words.ts';
import { archive, type Expected, openAt, pack, REPORT, RESCUE_PASSWORD, spring } from './fixture.ts';

const [name] = process.argv.slice(2);
if (!name) throw new Error('name the folder of the fixtures');
const LANGUAGE = 'fa';
const USER = 'coordinator.bamyan';
const BEFORE = 'focal.bamyan';

/** Parts of a profile that hold what the site stored. The installed app is in one fixture only, since it is half of its size. */
const PARTS = ['IndexedDB', 'Local Storage', 'File System', 'WebStorage'];
const APP = 'Service Worker';
/** Compiled code of an installed app, which the browser makes anew. */
const COMPILED = /_1$/;

for (const engine of ['sqlite', 'postgres'] as const) await make(engine);
process.exit(0);

async function make(engine: Expected['engine']): Promise<void> {
  const server = await startTestServer(engine);
  const stage = await prepareStage(server);
  const schools: string[] = [];
  for (const at of [1, 2, 3, 4]) {
    const answers = schoolAnswers(stage, `مکتب شماره ${at}`);
    schools.push((await server.person(BEFORE).must('POST', 'schools/store', answers)).id);
  }
  await server.person('mande').must('POST', 'definitions', spring());
  const report = { content: REPORT, hash: null };
  await server.person('mande').must('POST', `definitions/common/reports.${REPORT.report}`, report);
  await server.services.idle();
  const { dataDir, databaseUrl } = server.services.settings;
  await server.release();

  const folder = mkdtempSync(join(tmpdir(), 'amanat-upgrade-'));
  const env = { ...databaseEnv({ dataDir, databaseUrl }) };
  const running = await startServer(env);
  const profile = join(folder, 'whole');
  const context = await openAt(profile, running.port);
  const done = await work(context, running.base, schools, stage.rating, join(folder, 'rescue.amanat'));
  await context.close();
  const counts = await countsOf(running.base);
  if (engine === 'postgres') {
    const backup = runServer(['backup', join(folder, 'backup')], env);
    if ((await backup.ended) !== 0) throw new Error(backup.output());
    await cp(join(dataDir, 'audit'), join(folder, 'audit'), { recursive: true });
  }
  running.child.kill('SIGTERM');
  await running.ended;
  if (engine === 'sqlite') {
    const database = new Database(databaseFile(dataDir));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    await cp(dataDir, join(folder, 'store'), { recursive: true });
  }
  const wanted = engine === 'sqlite' ? [...PARTS, APP] : PARTS;
  for (const part of readdirSync(join(profile, 'Default')).filter((one) => wanted.includes(one))) {
    const filter = (path: string) => !(path.includes('CacheStorage') && COMPILED.test(path));
    await cp(join(profile, 'Default', part), join(folder, 'profile/Default', part), { recursive: true, filter });
  }
  rmSync(profile, { recursive: true });
  const expected: Expected = { made: name as string, engine, user: USER, before: BEFORE, ...done, counts };
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  mkdirSync(new URL(`${name}/`, import.meta.url), { recursive: true });
  pack(folder, archive(name as string, engine));
  rmSync(folder, { recursive: true });
  await server.stop();
}

async function countsOf(base: string): Promise<Record<string, number>> {
  const call = await caller(base, 'admin');
  const count = async (path: string) => [path, (await call('GET', `${path}?per_page=1`)).body.meta.total] as const;
  return Object.fromEntries(await Promise.all(['schools', 'schools-rates', 'test/springs'].map(count)));
}

async function work(context: BrowserContext, base: string, schools: string[], rating: string, rescue: string) {
  await context.addInitScript((code) => localStorage.setItem('language', code), LANGUAGE);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('formLayout', '{"layout":"page"}'));
  const rename = async (id: string, to: string) => {
    await page.goto(`/schools/${id}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.type('name', to);
    return form;
  };
  const [changed, disputed, drafted, ofBefore] = schools as [string, string, string, string];
  const names = ['مکتب نو', 'مکتب از تلفون', 'مکتب پیش‌نویس', 'مکتب از نفر پیشین'] as const;

  const kept = () => page.getByText(words(LANGUAGE, 'form', 'draft.kept')).waitFor();
  await logIn(page, BEFORE);
  await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
  await context.route('**/api/drafts**', (route) => route.abort());
  await rename(ofBefore, names[3]);
  await kept();
  await page.goto('/logout');
  await screen(page, 'login');
  await context.unroute('**/api/drafts**');

  await prepareOffline(page, USER);
  await context.setOffline(true);
  await rename(disputed, names[1]);
  await saveHere(page);
  const theirs = 'مکتب از دفتر';
  const admin = await caller(base, 'admin');
  const { data } = (await admin('GET', `schools/${disputed}`)).body;
  const put = await admin('PUT', `schools/${disputed}`, { ...data.data, name: theirs, version: data.version });
  if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  await context.setOffline(false);
  await send(page);
  await page.locator('[data-group=conflicts] a[href^="/offline/conflict/"]').waitFor();
  await context.setOffline(true);

  await rename(changed, names[0]);
  await saveHere(page);
  const created = await newSpring(page, 'چشمه نو');
  await saveHere(page);
  const detail = new Detail(page, LANGUAGE);
  await detail.open(`/schools-rates/${rating}`);
  await detail.take('verify', { comment: 'دیده شد' });
  await detail.waitForState('verified');
  await rename(drafted, names[2]);
  await kept();
  await newSpring(page, 'چشمه پیش‌نویس');
  await kept();

  await page.goto('/offline/sync');
  const panel = page.locator('[data-group=rescue]');
  await panel.getByText(words(LANGUAGE, 'offline', 'rescue.make')).click();
  await panel.locator('input[autocomplete=new-password]').fill(RESCUE_PASSWORD);
  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: words(LANGUAGE, 'offline', 'rescue.makeDo') }).click();
  await (await downloading).saveAs(rescue);
  return {
    created,
    changed: { id: changed, name: names[0] },
    verified: rating,
    conflict: { id: disputed, name: names[1], theirs },
    ofBefore: { id: ofBefore, name: names[3] },
    draft: { name: 'چشمه پیش‌نویس' },
    draftOfChanges: { id: drafted, name: names[2] },
  };
}

async function newSpring(page: Page, called: string) {
  await page.goto('/test/springs/new');
  const form = new Form(page);
  await form.ready();
  await form.type('name', called);
  await form.pick('depth', 'deep');
  const picture = await photo(400, 300);
  await form.attach('photo', picture);
  return { name: called, photo: picture.name };
}
