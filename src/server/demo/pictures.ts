/** Draws a few small pictures (lines of a paper form, a coloured scene). Each is stored once and used by many records. */
import { Readable } from 'node:stream';
import type { Handle } from '../db/database.ts';
import type { FileStore } from '../files/store.ts';
import type { Random } from './random.ts';

const VARIANTS = 4;

export interface Pictures {
  /** Adds an attachment with one of the pictures and returns its id. `flush` writes it. */
  attach(kind: 'scan' | 'photo', by: string, at: Date): string;
  /** Writes the attachments added since the last call. */
  flush(trx: Handle): Promise<void>;
}

export async function drawPictures(files: FileStore, db: Handle, random: Random, userId: string): Promise<Pictures> {
  const kept: Record<'scan' | 'photo', string[]> = { scan: [], photo: [] };
  for (const kind of ['scan', 'photo'] as const) {
    for (let n = 0; n < VARIANTS; n += 1) {
      const svg = kind === 'scan' ? sheet(random) : scene(random);
      // Loaded with the first picture. The library is large, and a server whose demonstration exists does not need it.
      const { default: sharp } = await import('sharp');
      const image = await sharp(Buffer.from(svg)).webp({ quality: 60 }).toBuffer();
      kept[kind].push((await files.save(Readable.from([image]), `${kind}-${n + 1}.webp`, userId)).id);
    }
  }
  const originals = new Map(
    (
      await db
        .selectFrom('attachments')
        .selectAll()
        .where('id', 'in', [...kept.scan, ...kept.photo])
        .execute()
    ).map((row) => [row.id, row]),
  );
  const noted: NonNullable<ReturnType<typeof originals.get>>[] = [];
  return {
    attach(kind, by, at) {
      const original = originals.get(random.pick(kept[kind]));
      if (!original) throw new Error('the picture is gone');
      const id = random.id(at);
      noted.push({ ...original, id, created_by: by, created_at: at.toISOString() });
      return id;
    },
    async flush(trx) {
      for (let at = 0; at < noted.length; at += 200)
        await trx
          .insertInto('attachments')
          .values(noted.slice(at, at + 200))
          .execute();
      noted.length = 0;
    },
  };
}

function sheet(random: Random): string {
  const lines = Array.from({ length: 16 }, (_, n) => {
    const y = 90 + n * 32;
    return `<rect x="40" y="${y}" width="${random.whole(140, 300)}" height="6" fill="#555"/><circle cx="${random.whole(370, 440)}" cy="${y + 3}" r="7" fill="none" stroke="#1b5fa8" stroke-width="3"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><rect width="480" height="640" fill="#fbfaf4"/><rect x="40" y="36" width="220" height="14" fill="#222"/>${lines.join('')}</svg>`;
}

function scene(random: Random): string {
  const hills = Array.from(
    { length: 3 },
    (_, n) =>
      `<path d="M0 ${220 + n * 40} L${random.whole(80, 260)} ${random.whole(120, 190) + n * 40} L${random.whole(330, 560)} ${random.whole(150, 210) + n * 40} L640 ${220 + n * 40} V480 H0Z" fill="hsl(${random.whole(25, 45)} ${30 - n * 6}% ${62 - n * 10}%)"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(205 60% ${random.whole(72, 86)}%)"/>${hills.join('')}<rect x="${random.whole(120, 380)}" y="290" width="160" height="80" fill="#d9c39a"/><rect x="0" y="370" width="640" height="110" fill="#b79f73"/></svg>`;
}
