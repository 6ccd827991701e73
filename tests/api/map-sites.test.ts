/** The map of all sites: who sees which, what it is narrowed to, where it looks, and that the response stays small. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointOf } from '../../src/core/form/types/places/geopoint.ts';
import type { MapSitesResponse } from '../../src/core/generated/api.ts';
import { hiddenFrom } from '../../src/core/records/hidden.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-01T08:00:00Z');
