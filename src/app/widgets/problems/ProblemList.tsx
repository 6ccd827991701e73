/** Shows problems for reading, with the questions of their definition: those of one visit, or the log of a site. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { type Refs, referenceName } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsFiles, isAnswerable } from '../../../core/form/types/question.ts';
import { PROBLEM_DETAILS, PROBLEM_STATUS, PROBLEM_TYPE } from '../../../core/problems/log.ts';
import { useDefinitionText, useWidgets } from '../environment.tsx';
import { ProblemMark } from './ProblemCode.tsx';
import { ProblemStatus } from './ProblemStatus.tsx';

interface ProblemListProps {
  columns: readonly FieldNode[];
  rows: readonly RecordData[];
  refs: Refs;
  /** Returns further lines about a problem besides its answers: label and text. */
  more?: (problem: RecordData) => [string, string][];
}

const IN_HEAD = new Set<string>([PROBLEM_TYPE, PROBLEM_STATUS, PROBLEM_DETAILS]);

export function ProblemList({ columns, rows, refs, more }: ProblemListProps) {
  const { language, calendar, constants } = useWidgets();
  const context = { language, calendar, constants, refs };
  const say = useDefinitionText();
  const type = columns.find(({ name }) => name === PROBLEM_TYPE);
  const asked = columns.filter((node) => isAnswerable(node) && !holdsFiles(node) && !IN_HEAD.has(node.name));
  return (
    <ol className="am-below-2 am-stack">
      {rows.map((problem, index) => (
        <li key={String(problem.id ?? index)} className="am-problem am-box am-problem-read am-beside am-gap-3 am-pad-3">
          <ProblemMark id={problem.id} refs={refs} number={index + 1} />
          <div className="am-grow">
            <strong>{referenceName(problem[PROBLEM_TYPE], context, type?.def.choices)}</strong>{' '}
            <ProblemStatus columns={columns} problem={problem} />
            <p>
              <bdi>{String(problem[PROBLEM_DETAILS] ?? '')}</bdi>
            </p>
            <dl className="am-lines">
              {more?.(problem).map(([label, words]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
              {asked
                .filter((node) => !FIELD_TYPES[node.type].isEmpty(node, problem))
                .map((node) => (
                  <div key={node.name}>
                    <dt>{say(node.def.short ?? node.def.label)}</dt>
                    <dd>
                      <bdi>{FIELD_TYPES[node.type].text(node, problem, context)}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
          </div>
        </li>
      ))}
    </ol>
  );
}
