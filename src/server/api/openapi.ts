/** Placeholder replaced below. */
import type { FastifyInstance } from 'fastify';
import type { Rooms } from '../http/rooms.ts';
export function registerOpenApi(_app: FastifyInstance, _rooms: Rooms): void {}
