/** Below the best rating of a question: asks of each problem of it that is still open whether it is solved now. */

import { useState } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { getOwn } from '../../../core/json.ts';
import {
  isOpenStatus,
  PROBLEM_DETAILS,
  PROBLEM_STATUS,
  PROBLEM_TYPE,
  problemStatusOf,
} from '../../../core/problems/log.ts';
import { isolateName } from '../../../core/text/languages.ts';

import { todayInKabul, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useAnswer, useFormHost } from '../host.tsx';
import { ProblemCode } from './ProblemCode.tsx';
import { changeProblem, inTypeOrder, isEarlierProblem, markProblemSolved, type NumberedProblem } from './rows.ts';
import { useProblemTypes } from './useProblemTypes.ts';

export function AskStillOpen({ node }: { node: FieldNode }) {
  const { constants } = useWidgets();
  const host = useFormHost();
  const { items: types } = useProblemTypes();
  /** Problems of which it was said that they are open, or solved: then as they were. */
  const [answered, setAnswered] = useState<Readonly<Record<string, 'open' | RecordData>>>({});
  useAnswer(host?.form.definition.problems?.field);
  const best = constants.ratings[0]?.value;
  if (!host || host.store.data[node.name] !== best) return null;
  const { store, form } = host;
  const type = types.find((one) => (one.code ?? one.id) === node.problemType);
  const own = inTypeOrder(problemRows(form, store.data), types).filter(
    ({ problem }) => type && problem[PROBLEM_TYPE] === type.id && isEarlierProblem(store, problem),
  );
  return own.map((entry) => {
    const id = String(entry.problem.id);
    const before = getOwn(answered, id);
    const answer = (said: 'open' | RecordData | undefined) => {
      const { [id]: _said, ...others } = answered;
      setAnswered(said === undefined ? others : { ...others, [id]: said });
    };
    const props = { entry, answer };
    if (isOpenStatus(problemStatusOf(entry.problem)))
      return before === 'open' ? null : <Question key={id} {...props} />;
    return typeof before === 'object' ? <Solved key={id} {...props} before={before} /> : null;
  });
}

interface Props {
  entry: NumberedProblem;
  answer: (said: 'open' | RecordData | undefined) => void;
}

function Question({ entry: { index, problem }, answer }: Props) {
  const { t } = useWidgetTexts();
  const { store, refs } = useFormHost()!;
  const solve = () => {
    answer(problem);
    markProblemSolved(store, index, todayInKabul());
  };
  return (
    <div className="am-warning am-still-open am-cluster" role="status">
      <span>
        <ProblemCode id={problem.id} refs={refs} />{' '}
        {t('problems.stillOpen', { details: isolateName(String(problem[PROBLEM_DETAILS] || '…')) })}
      </span>
      <div className="am-flow">
        <button type="button" className="am-button" onClick={solve}>
          {t('problems.ask.solved')}
        </button>
        <button type="button" className="am-button" onClick={() => answer('open')}>
          {t('problems.ask.open')}
        </button>
      </div>
    </div>
  );
}

function Solved({ entry: { index, problem }, answer, before }: Props & { before: RecordData }) {
  const { t } = useWidgetTexts();
  const { store, refs } = useFormHost()!;
  const undo = () => {
    answer(undefined);
    changeProblem(store, index, { [PROBLEM_STATUS]: before[PROBLEM_STATUS], date_solved: before.date_solved });
  };
  return (
    <p className="am-aside" role="status">
      <ProblemCode id={problem.id} refs={refs} /> {t('problems.markedSolved')}{' '}
      <button type="button" className="am-link" onClick={undo}>
        {t('problems.undo')}
      </button>
    </p>
  );
}
