/**
 * Contact sheets of every screen, to look at: `npm run sheets -- [--language fa,ps,en] [--size phone,desktop]
 * [--scheme light,dark,print] [--only TEXT] [--user NAME]`. Without options: all languages, sizes and schemes. `--only`
 * takes the screens whose path contains the text. Starts the built demo (AMANAT_URL names a running one) and writes
 * pictures of up to 24 phone or 16 desktop screens each to `test-results/sheets`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { caller } from './pages/api.ts';
import { everyForm, pathOf, SCREENS } from './pages/forms.ts';
import { LANGUAGES, type Language, launch, SIZES, type Size, startServer, visit } from './pages/stage.ts';

const root = new URL('..', import.meta.url).pathname;
const target = join(root, 'test-results/sheets');
const SCHEMES = ['light', 'dark', 'print'] as const;
type Scheme = (typeof SCHEMES)[number];
/** Pictures in a row, rows, and the width of one in pixels. */
const GRID = { phone: [8, 3, 240], desktop: [4, 4, 480] } as const;
const CAPTION = 18;
const GAP = 6;
/** Milliseconds. The screen of all field types loads each of them, which takes long on a busy machine. */
const PATIENCE = 30_000;

interface Shot {
  path: string;
  picture: Buffer;
}

const { values } = parseArgs({
  options: {
    language: { type: 'string', default: LANGUAGES.join() },
    size: { type: 'string', default: Object.keys(SIZES).join() },
    scheme: { type: 'string', default: SCHEMES.join() },
    only: { type: 'string', default: '' },
    user: { type: 'string', default: 'admin' },
  },
});

/** Screens that are no forms: every route without a parameter. */
function fixedPaths(): string[] {
  const features = readdirSync(join(root, 'src/app/features'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  const files = ['src/app/routes.tsx', ...features.map(({ name }) => `src/app/features/${name}/index.ts`)];
  const paths = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/path: '(\/[^':*]*)'/g)].map(([, path]) => path as string),
  );
  return paths.filter((path) => path !== '/logout');
}

/** Returns true if records of the workflow wait for somebody who decides. */
function isReviewed(workflow: string): boolean {
  const { transitions } = JSON.parse(readFileSync(join(root, `forms/common/workflows/${workflow}.json`), 'utf8'));
  return (transitions as { bulk?: true }[]).some(({ bulk }) => bulk);
}

async function everyPath(base: string): Promise<string[]> {
  const call = await caller(base, 'admin');
  const { departments } = JSON.parse(readFileSync(join(root, 'forms/common/navigation.json'), 'utf8'));
  const menus = (departments as { id: string }[]).map(({ id }) => `/menu/${id}`);
  const forms: string[] = [];
  for (const form of everyForm()) {
    for (const screen of SCREENS) forms.push(await pathOf(form, screen, call));
    const record = await pathOf(form, 'detail', call);
    if (isReviewed(form.workflow)) forms.push(`${form.paths.list}/review`);
    forms.push(`${record}/print`);
  }
  return [...new Set([...fixedPaths(), ...menus, ...forms])].filter((path) => path.includes(values.only));
}

async function photograph(page: Page, path: string, size: Size): Promise<Shot> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  try {
    await page
      .locator('[aria-busy=true], .mantine-Skeleton-root')
      .first()
      .waitFor({ state: 'detached', timeout: PATIENCE });
  } catch {
    console.log(`still loading: ${path}`);
  }
  const picture = await sharp(await page.screenshot())
    .resize({ width: GRID[size][2] })
    .png()
    .toBuffer();
  return { path, picture };
}

/** Puts pictures of one size side by side, each under its path. */
async function contactSheet(shots: readonly Shot[], size: Size, file: string): Promise<void> {
  const [columns, , width] = GRID[size];
  const height = Math.round((width * SIZES[size].height) / SIZES[size].width);
  const cell = { width: width + GAP, height: height + CAPTION + GAP };
  const place = (at: number) => ({
    left: (at % columns) * cell.width,
    top: Math.floor(at / columns) * cell.height,
  });
  const caption = (path: string) =>
    Buffer.from(
      `<svg width="${width}" height="${CAPTION}"><text y="13" font-family="sans-serif" font-size="11">${path.replace(/[<&]/g, '')}</text></svg>`,
    );
  const layers = shots.flatMap(({ path, picture }, at) => {
    const { left, top } = place(at);
    return [
      { input: caption(path), left, top },
      { input: picture, left, top: top + CAPTION },
    ];
  });
  await sharp({
    create: {
      width: columns * cell.width,
      height: Math.ceil(shots.length / columns) * cell.height,
      channels: 3,
      background: '#ddd',
    },
  })
    .composite(layers)
    .png({ palette: true })
    .toFile(join(target, file));
  console.log(join('test-results/sheets', file));
}

async function walk(browser: Browser, base: string, paths: readonly string[], way: [Language, Size, Scheme]) {
  const [language, size, scheme] = way;
  const visitor = await visit(browser, base, { language, size, user: values.user });
  await visitor.page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    media: scheme === 'print' ? 'print' : 'screen',
  });
  const [columns, rows] = GRID[size];
  const each = columns * rows;
  for (let from = 0; from < paths.length; from += each) {
    const shots: Shot[] = [];
    for (const path of paths.slice(from, from + each)) shots.push(await photograph(visitor.page, path, size));
    await contactSheet(shots, size, `${language}-${size}-${scheme}-${String(from / each + 1).padStart(2, '0')}.png`);
  }
  const errors = visitor.errors.filter((error) => !error.includes('status of 403'));
  if (errors.length > 0) console.log(`console of ${way.join(' ')}:\n  ${[...new Set(errors)].join('\n  ')}`);
  await visitor.close();
}

const chosen = <T extends string>(all: readonly T[], said: string): T[] =>
  all.filter((one) => said.split(',').includes(one));

const server = process.env.AMANAT_URL ? undefined : await startServer();
const base = server?.base ?? (process.env.AMANAT_URL as string);
const browser = await launch();
try {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const paths = await everyPath(base);
  for (const language of chosen(LANGUAGES, values.language))
    for (const size of chosen(Object.keys(SIZES) as Size[], values.size))
      for (const scheme of chosen(SCHEMES, values.scheme)) await walk(browser, base, paths, [language, size, scheme]);
} finally {
  await browser.close();
  await server?.stop();
}
