/** After a restore: what was erased by rule since the backup was made is erased again. */
import { existsSync } from 'node:fs';
import { readErasures, repeatErasures } from '../audit/erasures.ts';
import { withServices } from '../services.ts';
import { erasureFileOf, type Settings, UsageError } from '../settings/settings.ts';

/** `file`: instead of the one beside the anchors. Answers how many erasures there were to do. */
export async function eraseAgain(settings: Settings, file?: string): Promise<number> {
  if (file !== undefined && !existsSync(file)) throw new UsageError(`there is no file ${file}`);
  const erasures = await readErasures(file ?? erasureFileOf(settings));
  if (erasures.length === 0) return 0;
  return withServices({ settings }, ({ erase }) => repeatErasures(erase, erasures));
}
