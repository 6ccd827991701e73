/** Finds, classifies and reads the definition files of a product. The caller provides access to the disk. */
import type { JsonSchema } from './types.ts';

export interface SourceIo {
  /** Returns the paths of all files below a folder, from the product's root, with `/`. Empty if the folder is missing. */
  list(folder: string): Promise<string[]> | string[];
  read(path: string): Promise<string> | string;
}

export type FileKind =
  | 'form'
  | 'report'
  | 'schema'
  | 'calls'
  | 'workflow'
  | 'choices'
  | 'constants'
  | 'permissions'
  | 'navigation'
  | 'retention'
  | 'home'
  | 'review'
  | 'public'
  | 'places'
  | 'glossary'
  | 'demo'
  | 'demo-records'
  | 'locale';

export interface SourceFile {
  path: string;
  kind: FileKind;
  text: string;
  /** Parsed content; undefined if the text is not valid JSON. */
  json: unknown;
  /** Form name, for forms and schemas. Taken from the path. */
  form?: string;
  /** Version number in the file name, for frozen files. */
  frozen?: number;
  /** Of a contract: what the engine wrote into it, so that it is otherwise than its text. */
  wrote?: readonly ContractChange[];
}

/** A property that the engine wrote into a contract. Columns are named by path, such as `members.age`. */
export interface ContractChange {
  name: string;
  what: 'added' | 'changed' | 'removed' | 'required' | 'optional';
}

export type SourceFiles = ReadonlyMap<string, SourceFile>;

/** Returns what kind of definition a path holds; undefined for other files. */
function kindOf(path: string): Pick<SourceFile, 'kind' | 'form' | 'frozen'> | undefined {
  if (!path.endsWith('.json')) return undefined;
  const [root = '', folder = '', third = ''] = path.split('/');
  const name = path.split('/').at(-1) ?? '';
  if (root === 'locales') return third && folder !== 'status' ? { kind: 'locale' } : undefined;
  if (root === 'schemas' && folder === 'api') return /calls\.json$/.test(name) ? { kind: 'calls' } : undefined;
  if (root === 'schemas' && folder !== 'meta' && name.endsWith('.schema.json'))
    return { kind: 'schema', ...identity(name, '.schema.json') };
  if (root !== 'forms') return undefined;
  if (folder === 'demo') return { kind: name === 'basics.json' ? 'demo' : 'demo-records' };
  if (name.endsWith('.report.json')) return { kind: 'report' };
  if (name.endsWith('.form.json')) return { kind: 'form', ...identity(name, '.form.json') };
  if (folder !== 'common') return undefined;
  if (third === 'workflows') return { kind: 'workflow' };
  if (third === 'choices') return { kind: 'choices' };
  const kind = (
    ['constants', 'permissions', 'navigation', 'retention', 'home', 'review', 'public', 'places', 'glossary'] as const
  ).find((one) => name === `${one}.json`);
  return kind && { kind };
}

function identity(name: string, ending: string): { form: string; frozen?: number } {
  const stem = name.slice(0, -ending.length);
  const match = /^(.+)\.v(\d+)$/.exec(stem);
  return match ? { form: match[1] as string, frozen: Number(match[2]) } : { form: stem };
}

/** Reads every definition file, sorted by path within each folder. */
export async function readFiles(io: SourceIo, folders: readonly string[] = ['forms', 'schemas']): Promise<SourceFiles> {
  const files = new Map<string, SourceFile>();
  for (const folder of folders) {
    for (const path of [...(await io.list(folder))].sort()) {
      const what = kindOf(path);
      if (!what) continue;
      const text = await io.read(path);
      files.set(path, { path, text, json: parsed(text), ...what });
    }
  }
  return files;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The check reports this file by name, and loading it throws.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the path of the contract that belongs to a form file. */
export function schemaPathOf(formPath: string): string {
  return formPath.replace(/^forms\//, 'schemas/').replace(/\.form\.json$/, '.schema.json');
}

export function schemasByPath(files: SourceFiles): Map<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  for (const file of files.values()) {
    if (file.kind === 'schema' && typeof file.json === 'object' && file.json !== null)
      schemas.set(file.path, file.json as JsonSchema);
  }
  return schemas;
}
