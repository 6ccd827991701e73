/** Reads the definition files of a product folder, from disk or a git revision, and makes the tools to check them. */

import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import type { CheckTools } from '../../core/check/check.ts';
import { syntaxIssues } from '../../core/check/jsonSyntax.ts';
import type { SourceFile, SourceIo } from '../../core/definitions/files.ts';
import { type ContractLock, LOCK_PATH } from '../../core/definitions/freeze.ts';
import type { AjvError, JsonSchema } from '../../core/definitions/types.ts';
import { FORMATS } from '../../core/definitions/validatorRuntime.ts';
import { runAllSteps, type SteppedWork } from '../../core/steps.ts';
import { validatorSource } from './validator.ts';

export const DEFINITION_FOLDERS = ['forms', 'schemas', 'locales'] as const;

/** Reads files of a folder on disk. Paths are relative to it and use `/`. */
export function diskIo(root: string): SourceIo {
  const below = (folder: string): string[] => {
    const full = join(root, folder);
    if (!existsSync(full)) return [];
    return readdirSync(full, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? below(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
  };
  return { list: below, read: (path) => readFileSync(join(root, path), 'utf8') };
}

/** Reads the same files at a git revision. Throws with git's message if the revision does not exist. */
export function gitIo(root: string, revision: string): SourceIo {
  const git = (args: string[], input?: string): Buffer =>
    execFileSync('git', ['-C', root, ...args], { input, maxBuffer: 256 << 20, stdio: ['pipe', 'pipe', 'pipe'] });
  const known = new Map<string, string>();
  return {
    list(folder) {
      const tree = git(['ls-tree', '-r', '--name-only', '-z', revision, '--', `${folder}/`]).toString();
      const paths = tree.split('\0').filter(Boolean);
      const texts = paths.filter((path) => path.endsWith('.json'));
      const answer = git(['cat-file', '--batch'], texts.map((path) => `${revision}:./${path}\n`).join(''));
      for (const [index, text] of blobsIn(answer).entries()) known.set(texts[index] as string, text);
      return paths;
    },
    read: (path) => known.get(path) ?? git(['show', `${revision}:./${path}`]).toString(),
  };
}

/** Returns the contents in an answer of `git cat-file --batch`: before each stands a line that ends with its size in bytes. */
function blobsIn(answer: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < answer.length; ) {
    const begins = answer.indexOf('\n', at) + 1;
    const size = Number(answer.toString('utf8', at, begins).trim().split(' ').at(-1));
    found.push(answer.toString('utf8', begins, begins + size));
    at = begins + size + 1;
  }
  return found;
}

export function readContractLock(root: string): ContractLock {
  const path = join(root, LOCK_PATH);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ContractLock) : {};
}

/** Returns the lock as committed: until then a version may change. Without git, what is locked is published. */
export function committedContractLock(root: string): ContractLock {
  try {
    return JSON.parse(gitIo(root, 'HEAD').read(LOCK_PATH) as string) as ContractLock;
  } catch {
    return readContractLock(root);
  }
}

/** Returns the meta schemas by kind of file. */
export function readMetaSchemas(root: string): Map<SourceFile['kind'], JsonSchema> {
  const folder = join(root, 'schemas/meta');
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace('.schema.json', '') as SourceFile['kind'],
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as JsonSchema,
    ]),
  );
}

/** Hashes of the rules that compiled, so that checking one changed form does not compile all others again. */
const compiled = new LRUCache<string, true>({ max: 1000 });

export type FileTools = Omit<CheckTools, 'media'>;

export function checkTools(meta: ReadonlyMap<SourceFile['kind'], JsonSchema>): FileTools {
  return runAllSteps(checkToolsInSteps(meta));
}

/** Makes the tools in steps of less than a tenth of a second: to compile the schema of forms at once takes most of a second. */
export function* checkToolsInSteps(meta: ReadonlyMap<SourceFile['kind'], JsonSchema>): SteppedWork<FileTools> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false });
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
  const validators = new Map<SourceFile['kind'], ValidateFunction>();
  ajv.validateSchema({});
  for (const [kind, schema] of meta) {
    yield;
    for (const name of addParts(ajv, schema)) {
      yield;
      ajv.getSchema(name);
    }
    yield;
    validators.set(kind, ajv.compile(schema));
  }
  const isContract = (json: unknown) => {
    const { $schema: _dialect, ...rules } = json as JsonSchema;
    return ajv.validateSchema(rules) === true;
  };
  return {
    meta,
    syntax: syntaxIssues,
    shape(kind, json) {
      if (kind === 'schema') return isContract(json) ? [] : ([...(ajv.errors ?? [])] as AjvError[]);
      const validate = validators.get(kind);
      return !validate || validate(json) ? [] : ([...(validate.errors ?? [])] as AjvError[]);
    },
    compileValidator(form) {
      const key = hash('sha256', JSON.stringify([form.validation, form.conditions]));
      if (compiled.has(key)) return;
      validatorSource(form);
      compiled.set(key, true);
    },
  };
}

/**
 * Adds the parts of a schema as schemas of their own, under the names by which it refers to them. Returns the names, small parts
 * first, because large ones are made of them.
 */
function addParts(ajv: Ajv2020, { $id, $defs = {} }: JsonSchema): string[] {
  return Object.entries($defs as Record<string, JsonSchema>)
    .map(([name, part]) => ({ name: `${$id}#/$defs/${name}`, part, size: JSON.stringify(part).length }))
    .sort((a, b) => a.size - b.size)
    .map(({ name, part }) => {
      ajv.addSchema(part, name);
      return name;
    });
}
