// biome-ignore-all lint/a11y/useSemanticElements: a fieldset inside a fieldset would repeat the question
/** Opens below a question whose answer reports a problem, and asks for its details at once. */
import { useState } from 'react';
import { v7 } from 'uuid';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { PROBLEM_TYPE } from '../../../core/problems/log.ts';
import { Icon } from '../../theme/Icon.tsx';
import { itemName, todayInKabul, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useAnswer, useFieldErrors, useFormHost } from '../host.tsx';
import { ProblemMark } from './ProblemCode.tsx';
import { ProblemEditor } from './ProblemEditor.tsx';
import { addProblem, changeProblem, initialProblem, inTypeOrder } from './rows.ts';
import { useProblemTypes } from './useProblemTypes.ts';

export function FlaggedProblem({ node, id, disabled }: { node: FieldNode; id: string; disabled: boolean }) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const host = useFormHost();
  const field = host?.form.definition.problems?.field;
  const { items: types } = useProblemTypes();
  // Id of the problem not created yet. It keeps the editor mounted and focused when its first answer creates it.
  const [next] = useState(() => v7());
  useFieldErrors(field);
  useAnswer(field);
  const type = types.find((one) => (one.code ?? one.id) === node.problemType);
  if (!host || !field || !type) return null;
  const { store, form } = host;
  const own = inTypeOrder(problemRows(form, store.data), types).filter(
    ({ problem }) => problem[PROBLEM_TYPE] === type.id,
  );
  const shown =
    own.length > 0
      ? own
      : [{ number: undefined, index: -1, problem: { id: next, ...initialProblem(store, todayInKabul()) } }];
  return (
    <div className="am-flagged">
      {shown.map(({ number, index, problem }, at) => (
        <div role="group" key={String(problem.id)} aria-label={t('problems.of', { type: itemName(type, language) })}>
          <h3 className="am-flagged-head am-inline">
            <Icon name="alert-triangle" /> {t('problems.of', { type: itemName(type, language) })}
            {number !== undefined && <ProblemMark id={problem.id} refs={host.refs} number={number} />}
          </h3>
          <ProblemEditor
            id={`${id}-problem-${at}`}
            problem={problem}
            base={`/${field}/${index}`}
            errors={index >= 0 ? store.field(field).errors : {}}
            disabled={disabled}
            onChange={(patch) => {
              if (index >= 0) changeProblem(store, index, patch);
              // Clearing an empty question creates no problem.
              else if (Object.values(patch).some((value) => value !== undefined))
                addProblem(store, type.id, todayInKabul(), { id: next, ...patch });
            }}
          />
        </div>
      ))}
    </div>
  );
}
