/** A problem's parts as field nodes, so that the same inputs and errors serve them. Worded in the reader's language. */
import type { TFunction } from 'i18next';
import type { Constants, Field, FieldNode, FieldTypeName, RecordData } from '../../../core/definitions/types.ts';
import { statusOf } from '../../../core/problems/log.ts';

export interface ProblemParts {
  /** What is asked at once. */
  first: FieldNode[];
  /** What belongs to a status. */
  solved: FieldNode[];
  advocated: FieldNode[];
  photo: FieldNode;
}

export function problemParts(t: TFunction<'form'>, constants: Constants): ProblemParts {
  const part = (
    name: string,
    type: FieldTypeName,
    more: Partial<Field> = {},
    schema: Record<string, unknown> = {},
  ): FieldNode => {
    const words = t(`problems.${name}` as 'problems.photo');
    const def = { id: name, type, label: { en: words, fa: words, ps: words }, ...more } as Field;
    return {
      name,
      pointer: `/${name}`,
      id: name,
      type,
      def,
      section: '',
      properties: [name],
      parts: { value: name },
      schema,
      required: name === 'problem_details',
    };
  };
  const person = { person: { forms: [], multiple: true, near: true } } as unknown as Partial<Field>;
  const onePerson = { person: { forms: [], near: true } } as unknown as Partial<Field>;
  const options = constants.problemStatuses.map(({ id, label }) => ({ value: id, label })) as Field['options'];
  return {
    first: [
      part('problem_details', 'longtext'),
      part('problem_status_id', 'choice', { ...(options && { options }), 'ui:widget': 'radio' }),
      part('date_identified', 'date'),
      part('identified_by_id', 'person', person),
      part('trouble_shooter_id', 'person', onePerson),
    ],
    advocated: [part('advocated_by_id', 'person', person)],
    solved: [part('date_solved', 'date'), part('resolution_steps', 'longtext'), part('solved_by_id', 'person', person)],
    photo: part('photo', 'image', {}, { maxItems: 3 }),
  };
}

/** The parts that belong to a problem of this status. */
export function partsFor(parts: ProblemParts, problem: RecordData): FieldNode[] {
  const status = statusOf(problem);
  // What was answered under another status stays in sight: it is stored, and may be refused.
  const advocated = status === 'advocated' || Array.isArray(problem.advocated_by_id);
  const solved = status === 'solved' || problem.date_solved !== undefined;
  return [...parts.first, ...(advocated ? parts.advocated : []), ...(solved ? parts.solved : []), parts.photo];
}
