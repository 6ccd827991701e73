/** The plan of the demonstration: what programmes share, and what each of them adds. */
import { readFiles, type SourceIo } from '../../core/definitions/files.ts';
import type { DemoBasics } from '../../core/generated/demo.ts';
import type { DemoRecords } from '../../core/generated/demo-records.ts';

export interface DemoPlan extends DemoBasics {
  records: DemoRecords['records'];
  /** By programme. */
  sentences?: Record<string, NonNullable<DemoRecords['sentences']>>;
}

/** Reads `forms/demo`. Plans of records are in the order that the basics state; the others follow. */
export async function readDemoPlan(io: SourceIo): Promise<DemoPlan> {
  const files = [...(await readFiles(io, ['forms/demo'])).values()];
  const basics = files.find(({ kind }) => kind === 'demo')?.json as DemoBasics;
  const programmes = files
    .filter(({ kind }) => kind === 'demo-records')
    .map(({ path, json }) => ({ name: path.replace(/^.*\/|\.json$/g, ''), ...(json as DemoRecords) }));
  const left = programmes.flatMap(({ records }) => records);
  const ordered = basics.order.flatMap((form) => {
    const at = left.findIndex((one) => one.form === form);
    return at < 0 ? [] : left.splice(at, 1);
  });
  const sentences = Object.fromEntries(programmes.map((one) => [one.name, one.sentences ?? {}]));
  return { ...basics, records: [...ordered, ...left], sentences };
}
