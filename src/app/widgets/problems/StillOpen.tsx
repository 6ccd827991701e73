/** Below the best rating of a question: a problem of it that is still open may be solved now. */
import type { FieldNode } from '../../../core/definitions/types.ts';
import { problemRows } from '../../../core/form/index.ts';
import { DETAILS, isOpen, statusOf, TYPE } from '../../../core/problems/log.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { isolate } from '../../data/words.ts';
import { today, useWidgets, useWords } from '../environment.tsx';
import { useAnswer, useFormHost } from '../host.tsx';
import { inOrder, isKnown, solveProblem } from './rows.ts';
import { useProblemTypes } from './useProblemTypes.ts';

export function StillOpen({ node }: { node: FieldNode }) {
  const { language, constants } = useWidgets();
  const { t } = useWords();
  const host = useFormHost();
  const { items: types } = useProblemTypes();
  useAnswer(host?.form.definition.problems?.field);
  const best = constants.ratings[0]?.value;
  if (!host || host.store.data[node.name] !== best) return null;
  const { store, form } = host;
  const type = types.find((one) => (one.code ?? one.id) === node.problemType);
  const open = inOrder(problemRows(form, store.data), types).filter(
    ({ problem }) => type && problem[TYPE] === type.id && isKnown(store, problem) && isOpen(statusOf(problem)),
  );
  return open.map(({ number, index, problem }) => (
    <p key={index} className="am-warning" role="status">
      {t('problems.stillOpen', {
        number: localDigits(number, language),
        details: isolate(String(problem[DETAILS] ?? '')),
      })}{' '}
      <button type="button" className="am-link" onClick={() => solveProblem(store, index, today())}>
        {t('problems.ask.solved')}
      </button>
    </p>
  ));
}
