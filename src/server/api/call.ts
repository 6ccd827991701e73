/** What a handler of the generic API receives: the form, the user, the language, the services, query and body. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { CLOCK_TOLERANCE } from '../../core/records/deviceClock.ts';
import type { Actor } from '../../core/records/types.ts';
import { LONGEST_DEVICE_ID, readWriteOptions } from '../../core/saving/envelope.ts';
import type { WriteContext } from '../../core/saving/types.ts';
import { APP_HEADER } from '../../core/sync/protocol.ts';
import type { Language } from '../../core/text/languages.ts';
import { textOrUndefined } from '../../core/text/letters.ts';
import { routePattern } from '../http/responses.ts';
import type { Services } from '../http/services.ts';

export interface ApiCall {
  services: Services;
  actor: Actor;
  language: Language;
  form: CompiledForm;
  /** The base of the request path. A form may have several. */
  base: string;
  query: Record<string, unknown>;
  /** The decoded body. Files of a multipart body are already stored; the body holds their attachment ids. */
  body: Record<string, unknown>;
  /** What the check of the body found. The call throws it, with what no shape can say (`readPartialBody`). */
  validationError?: Failure | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the context of a write. For a create, `client_id` serves as idempotency key if no header is sent. */
export function writeContext(call: ApiCall, clientId?: string): WriteContext {
  const { body, request, actor } = call;
  const header = request.headers['idempotency-key'];
  const operation = textOrUndefined(Array.isArray(header) ? header[0] : header) ?? clientId;
  const device = textOrUndefined(request.headers['x-device-id']);
  return {
    actor,
    ...(operation && { operation: operation.slice(0, 200) }),
    ...(device && { device_id: device.slice(0, LONGEST_DEVICE_ID) }),
    ...clockOffset(call),
    ...readWriteOptions(body),
  };
}

/** Milliseconds from which a time is nonsense that is not noted. */
const CENTURY = 100 * 366 * 86_400_000;

/** Compares the time of the device, which our own client sends with each write, with the server's. */
function clockOffset({ request, services }: ApiCall): Pick<WriteContext, 'clock_offset'> {
  const sent = request.headers['x-device-time'];
  const ahead = Date.parse(String(sent)) - services.now().getTime();
  const size = Math.abs(ahead);
  return size >= CLOCK_TOLERANCE && size < CENTURY ? { clock_offset: Math.round(ahead / 1000) } : {};
}

/**
 * Throws version_required if our own client changes a record without saying which version it saw: then nobody would learn
 * that they write over somebody's change. Documented clients may as long as the newest version is their own, and the log tells.
 */
export function mustNameSeenVersion({ request }: ApiCall, version: number | undefined): void {
  if (version !== undefined) return;
  if (request.headers[APP_HEADER] !== undefined) throw new Failure('version_required');
  request.log.info({ route: routePattern(request) }, 'write without version');
}
