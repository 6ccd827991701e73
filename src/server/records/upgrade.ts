/** Answers of any version in the words of the newest one, through the declared migrations. Never on disk. */
import { migrate } from '../../core/definitions/migrate.ts';
import type { ReadAnswers } from '../db/projections/projector.ts';
import type { Library } from '../definitions/library.ts';

export function upgradeAnswers(library: Library): ReadAnswers {
  return (form, version, data) => {
    const newest = library.form(form);
    if (!newest || newest.version <= version) return data;
    return migrate(data, library.versions(form), version, newest.version).data;
  };
}
