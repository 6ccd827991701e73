/** What a handler of the generic API gets: the form it is about, who asks, in which language, and the services it may use. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Services } from '../http/services.ts';
import type { WriteContext } from '../records/types.ts';

export interface Call {
  services: Services;
  actor: Actor;
  language: Language;
  form: CompiledForm;
  /** The base it was asked under; a form may have several. */
  base: string;
  query: Record<string, unknown>;
  /** Body, decoded; files of a multipart body are already stored and stand in it as attachment ids. */
  body: Record<string, unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Where a write comes from. On a create, `client_id` alone makes it happen once. */
export function writeContext(call: Call, clientId?: string): WriteContext {
  const { body, request, actor } = call;
  const header = request.headers['idempotency-key'];
  const operation = text(Array.isArray(header) ? header[0] : header) ?? clientId;
  const device = text(body.device_id) ?? text(request.headers['x-device-id']);
  const captured = text(body.captured_at);
  return {
    actor,
    ...(operation && { operation: operation.slice(0, 200) }),
    ...(device && { device_id: device.slice(0, 100) }),
    ...(captured && !Number.isNaN(Date.parse(captured)) && { captured_at: new Date(captured).toISOString() }),
  };
}

/** A non-empty string without control characters that a database refuses, or undefined. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = wellFormed(value.replaceAll('\0', '')).trim();
  return clean === '' ? undefined : clean;
}

/** Halves of characters cannot be written as UTF-8; they become the replacement mark. */
export function wellFormed(value: string): string {
  return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
