/** Checks a version against the version before it: no number is skipped, names keep their question, `migrate` names what exists. */
import { partsOf } from '../definitions/compile.ts';
import type { FormDefinition, JsonSchema } from '../definitions/types.ts';
import { escapePointer } from '../errors/json.ts';
import { type FormFile, meant, type Report } from './issue.ts';

/** `older` holds all older versions of the form. */
export function checkLineage(form: FormFile, older: readonly FormFile[], report: Report): void {
  const { version } = form.definition;
  const before = older.find(({ definition }) => definition.version === version - 1);
  if (!before && version > 1) report('/version', 'version_skipped', { version, missing: version - 1 });
  if (before) checkNames(form.definition, before.definition, report);
  checkMigrate(form, before, report);
}

/** Answers are read by name. Another question under the same name would mix the answers of both. */
function checkNames({ fields, migrate = {} }: FormDefinition, before: FormDefinition, report: Report): void {
  for (const [name, { id }] of Object.entries(fields)) {
    const old = before.fields[name];
    if (!old || old.id === id || migrate.rename?.[name] !== undefined || migrate.drop?.includes(name)) continue;
    report(`/fields/${escapePointer(name)}/id`, 'id_changed', { name, before: old.id, version: before.version });
  }
}

function checkMigrate({ definition, schema }: FormFile, before: FormFile | undefined, report: Report): void {
  const { migrate, version } = definition;
  if (!migrate) return;
  const [old, now] = [propertiesOf(before?.schema), propertiesOf(schema)];
  const expect = (name: string, pointer: string, properties: Record<string, JsonSchema>, of: number): void => {
    const known = Object.keys(properties);
    if (!known.includes(name)) report(pointer, 'migrate_unknown', { name, version: of, ...meant(name, known) });
  };
  for (const [from, to] of Object.entries(migrate.rename ?? {})) {
    expect(from, `/migrate/rename/${escapePointer(from)}`, old, version - 1);
    expect(to, `/migrate/rename/${escapePointer(from)}`, now, version);
  }
  for (const [index, name] of (migrate.drop ?? []).entries()) expect(name, `/migrate/drop/${index}`, old, version - 1);
  for (const name of Object.keys(migrate.set ?? {})) expect(name, `/migrate/set/${escapePointer(name)}`, now, version);
  for (const [name, options] of Object.entries(migrate.map ?? {})) {
    const at = `/migrate/map/${escapePointer(name)}`;
    const target = migrate.rename?.[name] ?? newName(name, definition, before?.definition);
    if (!old[name] && !now[name]) expect(name, at, old, version - 1);
    for (const [from, to] of Object.entries(options)) {
      const known = optionsOf(now[target]);
      if (to !== null && known && !known.includes(to))
        report(`${at}/${escapePointer(from)}`, 'migrate_option', {
          name: to,
          field: target,
          version,
          ...meant(to, known),
        });
    }
  }
}

/** Returns the name of the same question in the newer version, or the name itself. */
function newName(name: string, now: FormDefinition, before: FormDefinition | undefined): string {
  const owner = Object.entries(before?.fields ?? {}).find(([field, def]) =>
    Object.values(partsOf(field, def)).includes(name),
  );
  const same = owner && Object.entries(now.fields).find(([, { id }]) => id === owner[1].id);
  if (!owner || !same) return name;
  const part = Object.entries(partsOf(...owner)).find(([, stored]) => stored === name)?.[0] ?? '';
  return partsOf(...same)[part] ?? name;
}

function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return (schema?.properties ?? {}) as Record<string, JsonSchema>;
}

/** Returns the options of a closed list, undefined if the answer is not from one. */
function optionsOf(schema: JsonSchema | undefined): string[] | undefined {
  return (schema?.enum ?? (schema?.items as JsonSchema | undefined)?.enum) as string[] | undefined;
}
