/** What this tab sends now, whether the person asked for it or it runs by itself. Undefined if nothing. */
import type { OutboxProgress } from '../../core/sync/outbox.ts';
import { watchedValue } from '../data/watchedValue.ts';

export const outboxProgress = watchedValue<OutboxProgress | undefined>(undefined);
