/**
 * The compiled shapes: what the runtime, the server and the exports read. Definitions are frozen data; everything here
 * is worked out once from them, language-free (words are looked up in `def` when drawn).
 */
import type { ChoiceList } from '../generated/choices.ts';
import type { Constants } from '../generated/constants.ts';
import type { Condition, Field, FieldTypeName, FormDefinition, Section, Text } from '../generated/form.ts';
import type { Navigation } from '../generated/navigation.ts';
import type { Permissions } from '../generated/permissions.ts';
import type { Retention } from '../generated/retention.ts';
import type { Workflow } from '../generated/workflow.ts';

export type {
  ChoiceList,
  Condition,
  Constants,
  Field,
  FieldTypeName,
  FormDefinition,
  Navigation,
  Permissions,
  Retention,
  Section,
  Text,
  Workflow,
};

/** A JSON Schema 2020-12 object. */
export type JsonSchema = { [keyword: string]: unknown };

/** Answers of one record, flat, by stored name. */
export type RecordData = { [storedName: string]: unknown };

/** One form version as it comes from a file, the database or the API; `schema` has every `$ref` resolved. */
export interface FormSource {
  definition: FormDefinition;
  /** The contract with its references resolved. */
  schema: JsonSchema;
  /** The contract as it was written, where it is known; for writing files. */
  written?: JsonSchema;
  /** The definition of a problem that the form names. */
  row?: FormSource | undefined;
}

/** Files that hold for all forms. */
export interface CommonSources {
  constants: Constants;
  permissions: Permissions;
  navigation: Navigation;
  retention: Retention;
  workflows: Record<string, Workflow>;
  choices: Record<string, ChoiceList>;
}

/** One field of a form version. */
export interface FieldNode {
  /** Key in `definition.fields`. */
  name: string;
  /** JSON Pointer of its first stored property, inside a table row relative to the row. */
  pointer: string;
  /** Question id: identity across versions. */
  id: string;
  type: FieldTypeName;
  def: Field;
  /** Id of the section it stands in. */
  section: string;
  /** Stored names it binds, in order; empty for notes. */
  properties: string[];
  /** For types with several properties: part (province, latitude, amount, a row's name) to stored name. */
  parts: Record<string, string>;
  /** Contract of the value; for several properties an object schema of them. */
  schema: JsonSchema;
  /** Required without condition. */
  required: boolean;
  /** Keys into `CompiledForm.conditions`. The field's own condition and its section's are both in `visibleWhen`. */
  visibleWhen?: string;
  requiredWhen?: string;
  problemWhen?: string;
  /** Code of the problem type a flagged answer asks for. */
  problemType?: string;
  /** Fields of a row. */
  columns?: FieldNode[];
}

export interface SectionNode {
  id: string;
  def: Section;
  fields: FieldNode[];
  visibleWhen?: string;
  /** What RJSF draws it from: one property per question, keyed by its name, without conditions. */
  schema: JsonSchema;
}

export interface CompiledForm {
  /** `school-rating@1` */
  key: string;
  form: string;
  version: number;
  definition: FormDefinition;
  /** The data contract as published. */
  contract: JsonSchema;
  /** Contract with conditions compiled in: what Ajv validates. */
  validation: JsonSchema;
  /** Every condition as a schema over the whole record, by key; compiled beside `validation` in one module. */
  conditions: Record<string, JsonSchema>;
  sections: SectionNode[];
  fields: ReadonlyMap<string, FieldNode>;
  /** Stored name to the field that binds it. */
  byProperty: ReadonlyMap<string, FieldNode>;
  /** Question id to field. */
  byQuestion: ReadonlyMap<string, FieldNode>;
  /** Fields with `derived`, in the order they must be worked out. */
  derived: FieldNode[];
  /** Fields with a condition or a derivation, each after those it reads: one pass settles what exists and what it is. */
  dependent: FieldNode[];
  /** Other documented name to stored name. */
  aliases: Record<string, string>;
  /** The definition of the problems it carries. */
  row?: CompiledForm;
}

/** What `tests`, server and browser call after the validator module was loaded; the same module everywhere. */
export interface ValidatorModule {
  /** Ajv's own errors, empty when valid. */
  validate(data: unknown): AjvError[];
  /** One predicate per key of `CompiledForm.conditions`. */
  conditions: Record<string, (data: unknown) => boolean>;
}

export interface AjvError {
  instancePath: string;
  /** Where the broken rule stands. */
  schemaPath?: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}
