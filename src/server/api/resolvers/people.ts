/**
 * People of a person form, optionally only with some roles: `people:staff:focal_point,coordinator`. With `department` in the
 * query, only people of that department and people without any, who work with all.
 */
import { ROLE } from '../../../core/query/people.ts';
import type { Filter } from '../../records/types.ts';
import { departmentOf } from './departments.ts';
import { recordItems } from './records.ts';
import type { Resolver } from './resolver.ts';

/** The field of person forms that holds the departments. */
const DEPARTMENTS = 'departments';

export const people: Resolver = async (argument, call) => {
  const [form = '', roles] = argument.split(':');
  const asked = roles?.split(',').filter(Boolean) ?? [];
  const ofRoles: Filter[] = asked.length > 0 ? [{ field: ROLE, op: 'in', value: asked }] : [];
  const department = departmentOf(call);
  if (department === null) return [];
  if (!department || !call.services.registry.form(form)?.fields.has(DEPARTMENTS))
    return recordItems(form, call, ofRoles);
  const ways: Filter[] = [
    { field: DEPARTMENTS, op: 'eq', value: department.id },
    { field: DEPARTMENTS, op: 'empty', value: null },
  ];
  const found = await Promise.all(ways.map((way) => recordItems(form, call, [...ofRoles, way])));
  return found.flat();
};
