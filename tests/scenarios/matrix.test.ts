/** A matrix crosses two scales; the level of a pair has words, and filters name exactly what is counted. */
import { describe, expect, it } from 'vitest';
import { cellFilters, countedIn, matrixOf } from '../../src/core/figures/matrix.ts';
import { filtersOf, joined } from '../../src/core/figures/where.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { applyDerived } from '../../src/core/form/index.ts';
import { makeForm, text } from '../support/form.ts';

