/** The files of a record that the person may see, each with who added it. */
import type { AttachmentView } from '../../generated/api.ts';
import { NameCollector } from '../names.ts';
import type { Reads, SeenRecord } from '../reads.ts';

export async function attachmentsView(reads: Reads, seen: SeenRecord): Promise<AttachmentView[]> {
  const files = await reads.files(seen);
  const names = new NameCollector(reads, seen.refs);
  for (const { created_by } of files) names.addAccount(created_by);
  const refs = await names.load();
  return files.map(({ created_by: id, ...file }) => ({ ...file, by: { id, name: refs[id]?.name ?? '' } }));
}
