/** A value calculated from other answers. */

import type { Contract, FieldType } from '../fieldType.ts';
import { CONTRACT_TYPE_BASE } from './family.ts';

export const derived: FieldType = {
  icon: 'activity',
  group: 'worked',

  ...CONTRACT_TYPE_BASE,
  needs: ['derived'],
  contract: ({ derived: rule = {} }): Contract => {
    if (rule.expr) return { type: 'integer or number or string' };
    if (rule.collect) return { type: 'array' };
    if (rule.concat) return { type: 'string', otherwise: 'concat' };
    if (rule.count !== undefined || rule.age !== undefined) return { type: 'integer' };
    return rule.average ? { type: 'number', otherwise: 'average' } : { type: 'integer or number', otherwise: 'number' };
  },
  writes: ({ derived: rule = {} }) => {
    if (rule.collect) return 'ids';
    if (rule.concat) return 'longText';
    return rule.count !== undefined || rule.age !== undefined ? 'count' : 'decimal';
  },
  family: 'figures',
};
