/** Parts of the home screen, each made of the records of some forms, and made again only after one of those forms changed. */
import { getOwn } from '../../../core/getOwn.ts';
import type { Device } from './device.ts';

/** What a part was when its forms had these numbers of changes, and on which day if it depends on that. */
interface Made {
  changes: string;
  value: unknown;
}

export type MadeParts = Record<string, Made>;

export interface HomeDevice extends Device {
  /** Returns a part that `make` makes of the records of these forms. Its name is its own. `day`: today, if it depends on that. */
  part<T>(name: string, forms: readonly string[], make: () => Promise<T>, day?: string): Promise<T>;
}

/** Returns the device, and the parts that were asked for. `known` are those of last time, as long as only records changed. */
export function withParts(device: Device, known: Readonly<MadeParts>, changes: Readonly<Record<string, number>>) {
  const made: MadeParts = {};
  const asked: HomeDevice = {
    ...device,
    async part<T>(name: string, forms: readonly string[], make: () => Promise<T>, day?: string) {
      const now = [...forms.map((form) => getOwn(changes, form) ?? 0), day].join();
      const before = getOwn(known, name);
      const value = before?.changes === now ? (before.value as T) : await make();
      made[name] = { changes: now, value };
      return value;
    },
  };
  return { asked, made };
}
