/** Compares the server's responses with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from '../../src/core/definitions/validatorRuntime.ts';
import type { OpenApiDocument } from '../../src/server/api/openapi/document.ts';

export interface Asked {
  /** As the document names the call: `GET /schools/{id}`. */
  call: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Bearer token. Without it nobody is logged in. */
  token?: string | undefined;
}

/** Errors that any call may return and that no call lists. */
const ANYWHERE = (status: number) => status === 413 || status === 429 || status >= 500;

export class Contract {
  readonly document: OpenApiDocument;
  /** `GET /schools/{id}` → statuses that were returned. */
  readonly answered = new Map<string, Set<number>>();
  /** Responses that differ from the document. */
  readonly broken = new Map<string, string>();
  readonly #base: string;
  // As exact as the validators of forms.
  readonly #ajv = new Ajv2020({
    ...{ strict: false, allErrors: false, multipleOfPrecision: 9 },
    // Each schema checks a few responses. Making its code shorter took longer than running it.
    code: { optimize: false },
  });
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(base: string, document: OpenApiDocument) {
    this.#base = base;
    this.document = document;
    for (const [name, validate] of Object.entries(FORMATS)) this.#ajv.addFormat(name, validate);
    this.#ajv.addFormat('binary', true);
    this.#ajv.addSchema({ $id: 'openapi', ...document });
  }

  /** Returns every call of the document. */
  calls(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** Sends a request and records what in its response is not documented. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of every call, read by the checks
  async ask({ call, params = {}, query, body, token }: Asked): Promise<{ status: number; body: any }> {
    const [method = '', template = ''] = call.split(' ');
    const path = template.replace(/\{([\w-]+)\}/g, (_hole, name: string) => encodeURIComponent(params[name] ?? ''));
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#base}/api${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        // Packing is tested elsewhere, and would cost every call some of its time.
        'accept-encoding': 'identity',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const type = (response.headers.get('content-type') ?? '').split(';')[0] as string;
    const text = await response.text();
    const answer = type === 'application/json' ? JSON.parse(text) : text;
    this.#note(call, method, template, response.status, type, answer);
    return { status: response.status, body: answer };
  }

  #note(call: string, method: string, template: string, status: number, type: string, answer: unknown): void {
    this.answered.set(call, (this.answered.get(call) ?? new Set()).add(status));
    const reason = this.#fault(template, method.toLowerCase(), status, type, answer);
    const key = `${call} ${status}`;
    if (reason !== undefined && !this.broken.has(key)) this.broken.set(key, reason);
  }

  #fault(path: string, method: string, status: number, type: string, answer: unknown): string | undefined {
    const key = ANYWHERE(status) ? 'default' : String(status);
    const told = this.document.paths[path]?.[method]?.responses[key];
    if (!told) return `is not documented: ${JSON.stringify(answer).slice(0, 200)}`;
    const isShared = '$ref' in told;
    const at = isShared ? `/components/responses/${key}` : pointer('paths', path, method, 'responses', key);
    const { content } = (isShared ? this.document.components.responses[key] : told) as { content: object };
    const media = type in content ? type : '*/*';
    if (!(media in content)) return `answers ${type}`;
    const check =
      media === 'application/json' ? this.#check(`openapi#${at}${pointer('content', media, 'schema')}`) : undefined;
    if (!check || check(answer)) return undefined;
    const [error] = check.errors ?? [];
    const steps = (error?.instancePath ?? '').split('/').slice(1);
    const found = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], answer);
    return `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}: ${JSON.stringify(found)?.slice(0, 300)}`;
  }

  #check(ref: string): ValidateFunction {
    const check = this.#checks.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#checks.set(ref, check);
    return check;
  }
}

function pointer(...steps: string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}
