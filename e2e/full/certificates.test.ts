/** A certificate shows its code, a camera can read it, and anybody gets its true state in their own language. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { caller } from '../pages/api.ts';
import { axe, expectLanguage, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { definition, stepLabel, words } from '../pages/words.ts';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
// The package would ask a foreign server for it.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Reads the QR code from a screenshot, like a camera. */
async function scan(page: Page): Promise<string | undefined> {
  const picture = await page.locator('[data-sheet] svg[data-qr]').screenshot();
  const [code] = await readBarcodes(await sharp(picture).resize(600).png().toBuffer(), { formats: ['QRCode'] });
  return code?.text;
}

describe('certificates', () => {
  const base = demoServer();
  const HOLDER = 'شخص ساختگی';

  it('issued, printed, scanned, proved without a login, revoked; a forged one is not known', async () => {
    const officer = await visit(browser, base, { language: 'fa', user: 'finance' });
    const { page } = officer;
    const made = await (await caller(base, 'finance'))('POST', 'certificates', {
      holder_name: HOLDER,
      kind: 'training',
      title: 'نظارت از مکاتب، ۲۴ ساعت',
      issue_date: '2026-05-30',
    });
    expect(made.status).toBe(200);
    await page.goto(`/admin/certificate-dashboard/${made.body.id}`);
    await page.locator('main a[href*="/show?id="]').click();
    await screen(page, 'certificate');
    await page.locator('[data-sheet]').waitFor();
    await expectScreen(officer, 'fa');
    expect(await axe(page)).toEqual([]);

    // The code holds the same address in each language, and the certificate is one landscape page.
    const addresses = new Set<string | undefined>();
    for (const language of ['en', 'ps', 'fa'] as const) {
      await page.locator(`[data-sheet-language=${language}]`).click();
      await page.getByRole('heading', { name: words(language, 'certificates', 'sheet.heading.training') }).waitFor();
      addresses.add(await scan(page));
    }
    expect([...addresses]).toHaveLength(1);
    const [address = ''] = [...addresses];
    expect(address).toMatch(new RegExp(`^${base}/certificates/[A-Za-z0-9_-]{22}$`));
    expect(address).not.toContain(made.body.id);
    const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
    const [, width = 0, height = 0] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? [];
    expect([Math.floor(Number(width)), Math.floor(Number(height))]).toEqual([841, 594]);

    // A visitor without an account scans it, in Pashto, on a phone.
    const passer = await visit(browser, base, { language: 'ps', size: 'phone' });
    await passer.page.goto(address);
    await screen(passer.page, 'proof');
    const proof = passer.page.locator('[data-proof]');
    expect(await proof.getAttribute('data-proof')).toBe('valid');
    expect(await proof.locator('[data-field=holder_name]').innerText()).toContain(HOLDER);
    await proof.getByText(definition('certificate').fields.issue_date?.label.ps ?? '').waitFor();
    await expectScreen(passer, 'ps');
    expect(await axe(passer.page)).toEqual([]);

    // A visitor without a chosen language chooses it on the page.
    const stranger = await browser.newPage();
    await stranger.goto(address);
    await stranger.getByText(words('en', 'certificates', 'proof.verdict.valid')).waitFor();
    await stranger.locator('main [data-language=fa]').click();
    await stranger.getByText(words('fa', 'certificates', 'proof.verdict.valid')).waitFor();
    await expectLanguage(stranger, 'fa');
    await stranger.close();
    expect(passer.errors).toEqual([]);

    // After it is revoked, the certificate and the public page say so.
    await page.goto(`/admin/certificate-dashboard/${made.body.id}`);
    await page.locator('[data-action=revoke]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea').fill('به نام اشتباه صادر شده بود.');
    await dialog.getByRole('button', { name: stepLabel('issued', 'revoke', 'fa') }).click();
    await page.locator('[data-action=reinstate]').or(page.locator('[data-action=revoke]')).first().waitFor();
    await passer.page.goto(address);
    await passer.page.locator('[data-proof=revoked]').waitFor();
    expect(await passer.page.locator('main').innerText()).not.toContain('به نام اشتباه');
    await page.goto(`/admin/certificate-dashboard/show?id=${made.body.id}`);
    await page.locator('[data-sheet][data-state=revoked]').waitFor();

    await passer.page.goto(`${address.slice(0, -4)}zzzz`);
    await passer.page.locator('[data-proof=unknown]').waitFor();
    await passer.page.getByText(words('ps', 'certificates', 'proof.verdict.unknown')).waitFor();
    expect(passer.errors.filter((one) => !one.includes('404'))).toEqual([]);
    expect(officer.errors).toEqual([]);
    await passer.close();
    await officer.close();
  });

  it('for all who came to a training in one go; whoever has one is left out', async () => {
    const evaluator = await caller(base, 'mande');
    const [some] = (await evaluator('GET', 'participants?per_page=1&fields=all')).body.data;
    const person = { training_id: some.data.training_id, last_name: 'ساختگی', gender: 'female' };
    const names = [`الف ${Date.now()}`, `ب ${Date.now()}`];
    for (const first_name of names)
      expect((await evaluator('POST', 'participants', { ...person, first_name })).status).toBe(200);
    const officer = await visit(browser, base, { language: 'ps', size: 'phone', user: 'finance' });
    const { page } = officer;
    await page.goto(`/trainings/${person.training_id}`);
    await page.locator('main a[href*="/batch?training="]').click();
    await screen(page, 'certificate-batch');
    const row = (name: string) => page.locator('[data-participant]', { hasText: name });
    await row(names[0] as string).waitFor();
    await expectScreen(officer, 'ps');
    expect(await axe(page)).toEqual([]);
    await row(names[1] as string)
      .locator('input[type=checkbox]')
      .uncheck();
    await page.locator('[data-action=issue]').click();
    await row(names[0] as string)
      .locator('a')
      .waitFor();
    await page.locator('[data-action=issue][data-loading]').waitFor({ state: 'detached' });
    expect(
      await row(names[1] as string)
        .locator('a')
        .count(),
    ).toBe(0);
    await page.reload();
    await row(names[0] as string)
      .locator('a')
      .click();
    await page
      .locator('[data-sheet]')
      .getByText(names[0] as string)
      .waitFor();
    expect(officer.errors).toEqual([]);
    await officer.close();
  });
});
