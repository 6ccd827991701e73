/**
 * Photographs of parts of a page, small and grey. They show a mirrored row, a missing label or a broken layout, and ignore
 * how a browser version smooths letters. `UPDATE_PHOTOGRAPHS=1` stores the new photographs instead of comparing.
 */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const KEPT = new URL('../photographs/', import.meta.url).pathname;
const SMALLER = 4;
/** Two points count as equal up to this difference in grey levels (of 255). */
const TOLERANCE = 40;
/** Share of the points that may differ. */
const MOST = 0.01;

interface Grey {
  data: Buffer;
  width: number;
  height: number;
}

/** Returns the differences from the stored photograph. Empty if there are none. */
export async function compare(name: string, picture: Buffer): Promise<string[]> {
  const seen = await reduce(picture);
  const path = join(KEPT, `${name}.png`);
  if (process.env.UPDATE_PHOTOGRAPHS === '1') {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(path, seen);
    return [];
  }
  if (!existsSync(path)) return [`${name}: no photograph is kept; look at the page and set UPDATE_PHOTOGRAPHS=1`];
  const complaint = difference(await grey(path), await grey(seen));
  if (complaint === null) return [];
  const aside = join(mkdtempSync(join(tmpdir(), 'amanat-photograph-')), `${name}.png`);
  writeFileSync(aside, seen);
  return [`${name}: ${complaint}; seen: ${aside}`];
}

/** Compares two stored photographs. Returns null if they would count as equal. */
export async function differ(one: string, other: string): Promise<string | null> {
  return difference(await grey(join(KEPT, `${one}.png`)), await grey(join(KEPT, `${other}.png`)));
}

async function reduce(picture: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(picture).metadata();
  return sharp(picture)
    .resize({ width: Math.round(width / SMALLER), kernel: 'cubic' })
    .flatten({ background: '#fff' })
    .greyscale()
    .png({ palette: true, colours: 16, compressionLevel: 9 })
    .toBuffer();
}

async function grey(from: string | Buffer): Promise<Grey> {
  const { data, info } = await sharp(from).greyscale().blur(1).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function difference(kept: Grey, seen: Grey): string | null {
  if (kept.width !== seen.width || Math.abs(kept.height - seen.height) > Math.max(2, kept.height * 0.005))
    return `it was ${kept.width} × ${kept.height}, now it is ${seen.width} × ${seen.height}`;
  const points = kept.width * Math.min(kept.height, seen.height);
  let different = 0;
  for (let at = 0; at < points; at += 1)
    if (Math.abs((kept.data[at] as number) - (seen.data[at] as number)) > TOLERANCE) different += 1;
  return different > points * MOST ? `${((different / points) * 100).toFixed(1)} % of it looks different` : null;
}
