/**
 * Types of compiled forms, which engine, server and exports read. Definitions are frozen data. Everything here is computed
 * from them once and holds no language: texts are read from `def` when a field is rendered.
 */
import type { Programs } from '../expressions/load.ts';
import type { EvaluationContext, Expressions } from '../expressions/types.ts';
import type { ChoiceList } from '../generated/choices.ts';
import type { Constants } from '../generated/constants.ts';
import type { Condition, Field, FieldTypeName, FormDefinition, Group, Section, Text } from '../generated/form.ts';
import type { Home } from '../generated/home.ts';
import type { Navigation } from '../generated/navigation.ts';
import type { Permissions } from '../generated/permissions.ts';
import type { Public } from '../generated/public.ts';
import type { Retention } from '../generated/retention.ts';
import type { Review } from '../generated/review.ts';
import type { Workflow } from '../generated/workflow.ts';

export type {
  ChoiceList,
  Condition,
  Constants,
  Field,
  FieldTypeName,
  FormDefinition,
  Group,
  Home,
  Navigation,
  Permissions,
  Public,
  Retention,
  Review,
  Section,
  Text,
  Workflow,
};

/** A JSON Schema 2020-12 object. */
export type JsonSchema = { [keyword: string]: unknown };

/** Answers of one record, flat, by property name. */
export type RecordData = { [storedName: string]: unknown };

/** One form version, as it comes from a file, the database or the API. */
export interface FormSource {
  definition: FormDefinition;
  /** The contract with every `$ref` resolved. */
  schema: JsonSchema;
  /** The contract as written, if known. Used to write files. */
  written?: JsonSchema;
  /** The definition of problems that the form names. */
  row?: FormSource | undefined;
}

/** Files that all forms share. */
export interface CommonSources {
  constants: Constants;
  permissions: Permissions;
  navigation: Navigation;
  home: Home;
  retention: Retention;
  review: Review;
  /** What the public page says. Without it there is no such page. */
  public?: Public;
  workflows: Record<string, Workflow>;
  choices: Record<string, ChoiceList>;
}

/** One field of a form version. */
export interface FieldNode {
  /** Key in `definition.fields`, or in the columns of a table. */
  name: string;
  /** The name; of a column with its tables before it, such as `members.visits.day`. */
  path: string;
  /** JSON Pointer of its first property. In a table row it is relative to the row. */
  pointer: string;
  /** Id of the question. It stays the same across versions. */
  id: string;
  type: FieldTypeName;
  /** A value that is not shown may have been written without a label. */
  def: Field & { label: Text };
  /** Id of the section it belongs to. */
  section: string;
  /** The group of the section, or of the table, that it stands in. */
  group?: Group;
  /** Property names it binds, in order; empty for notes. */
  properties: string[];
  /** Part (province, latitude, amount, name of a row) to property name. A single property has the part `value`. */
  parts: Record<string, string>;
  /** Schema of the value. A field with several properties has an object schema of them. */
  schema: JsonSchema;
  /** Required without a condition. */
  required: boolean;
  /** Keys of conditions, schemas or expressions. `visibleWhen` combines the conditions of section, group and field. */
  visibleWhen?: string;
  /** The parts of `visibleWhen` that read answers of the record only. Without it, a hidden answer is kept. */
  existsWhen?: string;
  requiredWhen?: string;
  problemWhen?: string;
  /** Code of the problem type that a flagged answer requires. */
  problemType?: string;
  /** Columns of a table. */
  columns?: FieldNode[];
  /** Columns with a condition or derivation, and tables in a row, each after those it reads. */
  dependent?: FieldNode[];
  /** Constraints that the message of a warning stands at this question for, and the questions of their reasons. */
  warnings?: readonly { id: string; reason: string }[];
  /** Names that rules of its rows read of the answers around it: of the record, or of the row that the table is in. */
  outer?: string[];
  /** Rules of its rows read which row it is (`row.index`). */
  isNumbered?: boolean;
}

export interface SectionNode {
  id: string;
  def: Section;
  fields: FieldNode[];
  visibleWhen?: string;
  /** Schema that RJSF renders: one property per question, keyed by its name, without conditions. */
  schema: JsonSchema;
}

export interface CompiledForm {
  /** Form and version, such as `school-rating@1`. */
  key: string;
  form: string;
  version: number;
  definition: FormDefinition;
  /** The data contract as published. */
  contract: JsonSchema;
  /** The contract with conditions compiled in, which Ajv validates. */
  validation: JsonSchema;
  /** Conditions by key, as schemas over the record (of columns: over the row, with the answers around it). Same module as `validation`. */
  conditions: Record<string, JsonSchema>;
  /** Properties that are required when a condition holds that JSON Schema cannot say: of the record, or of a row of a `table`. */
  demands: { when: string; names: string[]; table?: string }[];
  /** What is said by expressions. Absent if the form has none. */
  expressions?: Expressions;
  sections: SectionNode[];
  fields: ReadonlyMap<string, FieldNode>;
  /** Property name to the field that binds it. */
  byProperty: ReadonlyMap<string, FieldNode>;
  /** Question id to field. */
  byQuestion: ReadonlyMap<string, FieldNode>;
  /** Fields with `derived`, in the order of calculation. */
  derived: FieldNode[];
  /** Fields with a condition or derivation, and tables, each after those it reads, so that one pass settles all of them. */
  dependent: FieldNode[];
  /** Alternative documented name to property name. */
  aliases: Record<string, string>;
  /** The definition of the problems it carries. */
  row?: CompiledForm;
}

/** A loaded validator module. Tests, server and browser use the same one. */
export interface ValidatorModule {
  /** Returns Ajv's own errors; empty if valid. */
  validate(data: unknown): AjvError[];
  /** One predicate for each condition of the form. Expressions may read the `moment`. */
  conditions: Record<string, (data: unknown, moment?: EvaluationContext) => boolean>;
  /** As `CompiledForm` has them. */
  expressions?: Expressions;
  /** Made from the expressions when the module was loaded. */
  programs?: Programs;
}

export interface AjvError {
  instancePath: string;
  /** Path of the failed rule in the schema. */
  schemaPath?: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
  /** For a rule about keys: the key. */
  propertyName?: string;
  /** The schema with the failed rule. Only the tools of the check ask for it. */
  parentSchema?: JsonSchema;
}
