/**
 * Generates one Ajv module per form version: the contract with its conditions, and every condition as a predicate. The
 * module needs no `eval` and no imports, so browsers can load it under a strict Content-Security-Policy.
 */

import { hash } from 'node:crypto';
import { Script } from 'node:vm';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { LRUCache } from 'lru-cache';
import type { CompiledForm, JsonSchema, ValidatorModule } from '../../core/definitions/types.ts';
import { FORMATS, type ValidatorRuntime, validatorRuntime } from '../../core/definitions/validatorRuntime.ts';
import { programsInSteps } from '../../core/expressions/load.ts';
import { compilePattern } from '../../core/expressions/pattern.ts';
import { getOwn } from '../../core/json.ts';
import { getOrMake, memoizeByObject } from '../../core/memoize.ts';
import { runWithPauses } from '../db/rows.ts';
import { boundedQueue } from '../files/queue.ts';
import { runInThread } from '../files/thread.ts';

const RUNTIME: Record<string, string> = {
  'require("ajv/dist/runtime/ucs2length").default': 'runtime.ucs2length',
  'require("ajv/dist/runtime/equal").default': 'runtime.equal',
};

/**
 * Makes the modules match patterns in linear time. An app of the build before, which takes over a module made by this one,
 * has no such function.
 */
const linear = Object.assign((pattern: string) => ({ test: compilePattern(pattern).test, toString: () => pattern }), {
  code: '(runtime.pattern ?? ((pattern) => new RegExp(pattern, "u")))',
});

/** Returns the Ajv that compiles every contract. The definitions check uses it too. */
export function contractAjv({ validateSchema = true } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    validateSchema,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    messages: false,
    inlineRefs: false,
    // 0.3 is a multiple of 0.1 for people, but not for floating-point division.
    multipleOfPrecision: 9,
    code: { source: true, esm: false, lines: false, formats: _`runtime.formats`, regExp: linear },
  });
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
  return ajv;
}

/** Says if a contract is a schema. Shared, because preparing that takes longer than compiling most contracts. */
const schemas = contractAjv();

/** What a validator is made of: JSON, so that another thread can make it. */
export type ValidatorRules = Pick<CompiledForm, 'key' | 'validation' | 'conditions' | 'expressions'>;

const START = 'export default (runtime) => {\n';
const END = '};\n';

/** Returns an ES module whose default export is `(runtime) => ValidatorModule`. Throws if the contract is no schema. */
export function validatorSource(compiled: ValidatorRules): string {
  const ajv = contractAjv({ validateSchema: false });
  const exportsOf: Record<string, string> = {};
  const add = (name: string, schema: JsonSchema): void => {
    const { $id: _own, $schema: _dialect, ...rest } = schema;
    schemas.validateSchema(rest, true);
    ajv.addSchema(rest, name);
    exportsOf[name] = name;
  };
  add('validate', shared(compiled));
  for (const [key, schema] of Object.entries(compiled.conditions)) add(key, schema);
  const code = standaloneCode(ajv, exportsOf).replace(
    /= (require\("[^"]+"\)\.default)/g,
    (_all: string, call: string) => {
      const own = getOwn(RUNTIME, call);
      if (!own) throw new Error(`${compiled.key}: the validator needs ${call}, which the runtime does not have`);
      return `= ${own}`;
    },
  );
  return `// Generated from the data contract ${compiled.key}.
${START}const exports = {};
${code}
const { validate, ...conditions } = exports;
return { validate: (data) => (validate(data) ? [] : validate.errors), conditions${
    compiled.expressions ? `, expressions: ${JSON.stringify(compiled.expressions)}` : ''
  } };
${END}`;
}

/**
 * Returns the validation schema without repetitions, so the module contains their code only once. Rules shared by three or
 * more properties, and conditions that exist elsewhere, become references. A long form shrinks to a third.
 */
function shared({ validation, conditions }: ValidatorRules): JsonSchema {
  const keys = new Map(Object.entries(conditions).map(([key, schema]) => [JSON.stringify(schema), key]));
  const condition = (schema: JsonSchema): JsonSchema => {
    const key = keys.get(JSON.stringify(schema));
    if (key) return { $ref: key };
    return Array.isArray(schema.allOf) ? { ...schema, allOf: schema.allOf.map(condition) } : schema;
  };
  const properties = (validation.properties ?? {}) as Record<string, JsonSchema>;
  const names = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(properties)) {
    const text = JSON.stringify(rulesOnly(schema));
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  const $defs: Record<string, JsonSchema> = {};
  const shorter: Record<string, JsonSchema> = { ...properties };
  for (const [text, same] of names) {
    if (same.length < 3) continue;
    const key = `d${Object.keys($defs).length}`;
    $defs[key] = JSON.parse(text) as JsonSchema;
    for (const name of same) shorter[name] = { $ref: `#/$defs/${key}` };
  }
  const allOf = ((validation.allOf ?? []) as JsonSchema[]).map((one) =>
    typeof one.if === 'object' ? { ...one, if: condition(one.if as JsonSchema) } : one,
  );
  return {
    ...validation,
    properties: shorter,
    ...(allOf.length > 0 && { allOf }),
    ...(Object.keys($defs).length > 0 && { $defs }),
  };
}

/** Removes top-level texts and the default, which make equal rules look different. */
function rulesOnly({ title: _title, description: _description, default: _default, ...rules }: JsonSchema): JsonSchema {
  return rules;
}

/** A validator as a thread makes it. */
export interface CompiledValidator {
  /** As `validatorSource` makes it. */
  text: string;
  /** The compiled code in Base64. With it, others wait 30 ms for the first record of 1,500 questions, and 200 ms without it. */
  code?: string;
}

/** Makes a module, and its code for the threads of the same process. */
export function makeValidator(rules: ValidatorRules): CompiledValidator {
  const text = validatorSource(rules);
  const script = scriptOf(text, rules.key);
  const { validate, conditions } = moduleOf(script);
  // V8 compiles what is called.
  for (const call of [validate, ...Object.values(conditions)]) call({});
  return { text, code: script.createCachedData().toString('base64') };
}

/** Characters of rules of which a validator is made in a tenth of a second. Longer ones are made in a thread. */
const LONG = 30_000;
const THREAD = { name: 'validator-worker', memory: 640, deadline: 120_000 };
/** More than an installation has versions of forms, of some 60,000 characters each. */
const KEPT = 200;

/** One at a time. Nobody is turned away: who asks may also be the server, which would not serve the form then. */
const turn = boundedQueue({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });
/** Validators by their rules: the same form is checked, previewed, published and read again. */
const kept = new LRUCache<string, Promise<CompiledValidator>>({ max: KEPT });

/** Returns the module of a form version. The server goes on with other work meanwhile. */
export async function validatorText(compiled: CompiledForm): Promise<string> {
  return (await made(compiled)).text;
}

async function made({ key, validation, conditions, expressions }: CompiledForm): Promise<CompiledValidator> {
  const rules: ValidatorRules = { key, validation, conditions, ...(expressions && { expressions }) };
  const json = JSON.stringify(rules);
  return getOrMake('validators by their rules', kept, hash('sha256', json), () => {
    const heavy = new Error('making its validator takes too much time or memory');
    const inTurn = () => turn(() => runInThread<CompiledValidator>({ ...THREAD, heavy }, rules));
    return json.length < LONG ? Promise.resolve({ text: validatorSource(rules) }) : inTurn();
  });
}

/** Loads the validator of a form version in Node. Made once per compiled form. */
export const loadValidator = memoizeByObject('validators', async (compiled: CompiledForm): Promise<ValidatorModule> => {
  const { text, code } = await made(compiled);
  return runWithPauses(programsInSteps(moduleOf(scriptOf(text, compiled.key, code))));
});

/**
 * Returns what the module exports as a script of its own. `import` would take a long text over many copies, read it twice and
 * never forget it.
 */
function scriptOf(source: string, key: string, code?: string): Script {
  const body = source.slice(source.indexOf(START) + START.length, source.lastIndexOf(END));
  return new Script(`'use strict';(function (runtime) {${body}})`, {
    filename: `validator of ${key}`,
    ...(code !== undefined && { cachedData: Buffer.from(code, 'base64') }),
  });
}

function moduleOf(script: Script): ValidatorModule {
  const make = script.runInThisContext() as (own: ValidatorRuntime) => ValidatorModule;
  return make(validatorRuntime);
}
