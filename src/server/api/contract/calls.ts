/**
 * The calls of the API as `schemas/api` states them. Routes, the checks of what is sent, the patterns of metrics and the OpenAPI
 * document follow from them.
 */
import type { JsonSchema } from '../../../core/definitions/types.ts';
import { paramsOf } from '../../../core/paths/pattern.ts';
import { readShape, type Schemas } from './shapes.ts';

/** A call as described in schemas/api. */
export interface CallEntry {
  tag?: string;
  summary: string;
  /** Needs no login. */
  public?: true;
  /** Condition under which a form has the call. Without it, every form has the call. */
  when?: string;
  /** Schema by name of a part of the path that is not any text. What does not fit names no record. */
  params?: Schemas;
  /** Schema by parameter name. A mere description stands for a text. */
  query?: Record<string, string | JsonSchema>;
  /** Name of a shape, or `multipart` for files. */
  body?: string;
  /** How a body that does not fit is refused. Otherwise by field if the call refuses with 422, and with `bad_body` if not. */
  wrong?: 'bad_body';
  /** Name of a shape. `file` and `text` mean a file or a sentence, instead of it or as an alternative. */
  answer?: string;
  file?: true;
  text?: true;
  /** Name of the shape of each line of a response that is sent line by line. */
  lines?: string;
  /** Statuses of its own errors. */
  refusals: readonly number[];
}

type Calls = Readonly<Record<string, CallEntry>>;

/** Calls of fixed paths by `METHOD /path/{parameter}`. */
export const CALLS = readShape('calls.json') as unknown as Calls;
/** Calls of every form, below its bases. */
export const FORM_CALLS = readShape('form-calls.json') as unknown as Calls;

/** Returns the schemas of the query parameters that a call names. */
export function querySchemas({ query = {} }: Pick<CallEntry, 'query'>): Schemas {
  return Object.fromEntries(
    Object.entries(query).map(([name, told]) => [
      name,
      typeof told === 'string' ? { description: told, type: 'string' } : told,
    ]),
  );
}

/** Writes the parameters of a path as routes and metrics do: `/:id/forms`. */
export function patternOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Calls of forms with the parts of their paths; fixed words before parameters. */
const BELOW = Object.keys(FORM_CALLS)
  .map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, parts: patternOf(path).split('/').slice(1).filter(Boolean) };
  })
  .sort((a, b) => (a.parts.join('/').replaceAll(':', '~') < b.parts.join('/').replaceAll(':', '~') ? -1 : 1));

/** Words that begin a path, which are no ids. */
const WORDS = new Set(BELOW.flatMap(({ parts: [first = ':'] }) => (first.startsWith(':') ? [] : [first])));

export interface FormCall {
  /** As `FORM_CALLS` names it: `GET /{id}/forms`. */
  name: string;
  /** As metrics name its path: `/:id/forms`. */
  pattern: string;
  params: Record<string, string>;
}

/** Returns the call that a method and a path below a base make; undefined if forms have no such call. */
export function formCallOf(method: string, path: readonly string[]): FormCall | undefined {
  for (const { name, method: own, parts } of BELOW) {
    const params = own === method ? paramsOf(parts, path) : undefined;
    const isWord = parts[0]?.startsWith(':') && WORDS.has(path[0] as string);
    if (params && !isWord) return { name, pattern: ['', ...parts].join('/'), params };
  }
  return undefined;
}
