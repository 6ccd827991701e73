/** The questions that somebody else answered differently, with the answer before and now. */
import { useTranslation } from 'react-i18next';
import type { CompiledForm, RecordData, Workflow } from '../../../core/definitions/types.ts';
import { equal } from '../../../core/definitions/validatorRuntime.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';

interface Props {
  form: CompiledForm;
  before: RecordData;
  after: RecordData;
  /** Id of the state that the record has now. */
  state: string;
  workflow: Workflow | undefined;
  refs: Refs;
}

export function ChangedMeanwhile({ form, before, after, state, workflow, refs }: Props) {
  const { t } = useTranslation('offline');
  const changed = [...form.fields.values()].filter(
    ({ def, properties }) => !def.derived && properties.some((name) => !equal(before[name], after[name])),
  );
  if (changed.length === 0)
    return <p>{t('desk.sinceNothing', { state: text(workflow?.states.find(({ id }) => id === state)?.label) })}</p>;
  return (
    <>
      <h3>{t('desk.since')}</h3>
      <dl className="am-above-3 am-terms am-stack">
        {changed.map((node) => (
          <div key={node.name}>
            <dt>{text(node.def.label)}</dt>
            <dd>
              <span className="am-hint">{t('desk.before')}</span> <FieldDisplay node={node} data={before} refs={refs} />
            </dd>
            <dd>
              <span className="am-hint">{t('desk.after')}</span> <FieldDisplay node={node} data={after} refs={refs} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
