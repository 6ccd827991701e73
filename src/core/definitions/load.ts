/** Turns definition files into the sources that `compileForm` takes: every form version and what all forms share. */
import type { ReportDefinition } from '../generated/report.ts';
import { bundleSchema } from './bundle.ts';
import { type SourceFile, type SourceFiles, schemaPathOf, schemasByPath } from './files.ts';
import { versionKey } from './freeze.ts';
import { isRowForm, withProblemRow } from './rows.ts';
import type {
  ChoiceList,
  CommonSources,
  Constants,
  FormDefinition,
  FormSource,
  Home,
  Navigation,
  Permissions,
  Public,
  Retention,
  Review,
  Workflow,
} from './types.ts';

export interface Sources {
  /** Newest and frozen versions, sorted by form and version. */
  forms: FormSource[];
  /** Row definitions, which have no records and which forms name. Newest and frozen versions. */
  rows: FormSource[];
  common: CommonSources;
  reports?: ReportDefinition[];
}

/** Throws with the file's name if one is missing or not a JSON object. */
export function sourcesOf(files: SourceFiles): Sources {
  const all = [...files.values()];
  const schemas = schemasByPath(files);
  const versions = all
    .filter((file) => file.kind === 'form')
    .map((file) =>
      frozen({ definition: content<FormDefinition>(file), schema: bundleSchema(schemaPathOf(file.path), schemas) }),
    )
    .sort((a, b) =>
      a.definition.form < b.definition.form
        ? -1
        : a.definition.form > b.definition.form
          ? 1
          : a.definition.version - b.definition.version,
    );
  const rows = versions.filter(({ definition }) => isRowForm(definition));
  const find = (key: string) => rows.find((row) => versionKey(row) === key);
  return {
    reports: several<ReportDefinition>(all, 'report').sort((a, b) => (a.report < b.report ? -1 : 1)),
    forms: versions.filter((source) => !rows.includes(source)).map((source) => withProblemRow(source, find)),
    rows,
    common: {
      constants: only<Constants>(all, 'constants'),
      permissions: only<Permissions>(all, 'permissions'),
      navigation: only<Navigation>(all, 'navigation'),
      home: several<Home>(all, 'home')[0] ?? { homes: [] },
      retention: several<Retention>(all, 'retention')[0] ?? { rules: [] },
      review: several<Review>(all, 'review')[0] ?? { flags: {} },
      ...withPublic(several<Public>(all, 'public')[0]),
      workflows: Object.fromEntries(several<Workflow>(all, 'workflow').map((one) => [one.workflow, one])),
      choices: Object.fromEntries(several<ChoiceList>(all, 'choices').map((one) => [one.list, one])),
    },
  };
}

const withPublic = (file: Public | undefined) => (file ? { public: file } : {});

function several<T>(files: SourceFile[], kind: SourceFile['kind']): T[] {
  return files.filter((file) => file.kind === kind).map((file) => content<T>(file));
}

function only<T>(files: SourceFile[], kind: SourceFile['kind']): T {
  const [first] = several<T>(files, kind);
  if (first === undefined) throw new Error(`forms/common/${kind}.json is missing`);
  return first;
}

function content<T>(file: SourceFile): T {
  if (typeof file.json !== 'object' || file.json === null) throw new Error(`${file.path} is not a JSON object`);
  return frozen(file.json as T & object);
}

/** Freezes a value deeply, because all code shares the same definitions. */
function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) frozen(inner as object);
  }
  return Object.freeze(value);
}
