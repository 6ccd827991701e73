/** A draft's form that can be filled in as people will do it. Saving shows what would be stored, and stores nothing. */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { compileForm } from '../../../core/definitions/compile.ts';
import type { CompiledForm, Constants, RecordData, ValidatorModule } from '../../../core/definitions/types.ts';
import type { EvaluationContext } from '../../../core/expressions/types.ts';
import { newRecord } from '../../../core/form/index.ts';
import { isExported, nodeAtPath } from '../../../core/form/types/question.ts';
import type { DefinitionView } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import { text } from '../../data/words.ts';
import { FormFrame, useJump } from '../../screens/form/FormFrame.tsx';
import { type FormView, FormViewContext, readOnlyFields } from '../../screens/form/formView.ts';
import { isLastStep, StepButtons } from '../../screens/form/steps/StepButtons.tsx';
import type { FormSteps } from '../../screens/form/steps/useSteps.ts';
import { firstErrorPointer } from '../../screens/form/useSaving.ts';
import { useRootAttribute } from '../../theme/useRootAttribute.ts';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import { finishInputs } from '../../widgets/controls/unfinished.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { FormHostProvider } from '../../widgets/host.tsx';
import { localOptions } from '../../widgets/localOptions.ts';
import { memoryFiles } from '../../widgets/memoryFiles.ts';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import type { OptionPage, OptionSearchQuery, PickItem } from '../../widgets/source.ts';
import { FormStore } from '../../widgets/store.ts';
import '../../widgets/widgets.css';

interface Props {
  view: DefinitionView;
  validator: ValidatorModule;
  constants: Constants;
  /** Who fills in the form and when, for its conditions. */
  moment: EvaluationContext;
  /** Set where the form stands beside the screen on which it is written. */
  beside?: PreviewContext;
}

export interface PreviewContext {
  /** Answers that were there before the form was made anew. */
  answers: RecordData | undefined;
  onOpen: (store: FormStore) => void;
  /** Name of the question that is written. */
  chosen: string | undefined;
}

const NO_REFS = {};

export function PreviewForm({ view, validator, constants, moment, beside }: Props) {
  const [form] = useState(() => compileForm(view));
  const [store] = useState(() => {
    const opened = newRecord(form, { today: moment.today, constants, parent: null });
    const known = Object.entries(beside?.answers ?? {}).filter(([name]) => form.byProperty.has(name));
    return new FormStore(form, validator, { ...opened, ...Object.fromEntries(known) }, moment, true);
  });
  const [{ upload, keeper, find }] = useState(memoryFiles);
  const instead = useMemo(
    () => ({
      upload,
      fileBlob: async (id: string) => find(id) ?? new Blob(),
      options: (question: OptionSearchQuery) => previewOptions(form, validator, moment, question),
    }),
    [upload, find, form, validator, moment],
  );
  const formView = useMemo<FormView>(() => ({ comments: {}, fixed: new Set(readOnlyFields(form)) }), [form]);
  const host = useMemo(() => ({ form, store, files: keeper, refs: NO_REFS }), [form, store, keeper]);
  const jump = useJump(form, store);
  const [stored, setStored] = useState<RecordData>();
  const { onOpen, chosen } = beside ?? {};
  useEffect(() => onOpen?.(store), [onOpen, store]);
  const { show } = jump;
  useEffect(() => {
    if (chosen !== undefined) show(chosen);
  }, [chosen, show]);
  const onSubmit = async () => {
    await finishInputs();
    if (store.check()) return setStored(store.stored);
    const first = firstErrorPointer(form, store.errors);
    if (first) jump.goPointer(first);
  };
  return (
    <OnlineWidgets instead={instead}>
      <FormHostProvider value={host}>
        <FormViewContext value={formView}>
          <FormFrame
            jump={jump}
            onSubmit={() => void onSubmit()}
            bar={<PreviewBar steps={jump.steps} isBeside={beside !== undefined} />}
          />
          {stored && <WouldStore form={form} stored={stored} onClose={() => setStored(undefined)} />}
        </FormViewContext>
      </FormHostProvider>
    </OnlineWidgets>
  );
}

/** The server searches only versions that it serves. Records come without the answers that a filter reads, so all are offered. */
async function previewOptions(
  form: CompiledForm,
  validator: ValidatorModule,
  moment: EvaluationContext,
  question: OptionSearchQuery,
): Promise<OptionPage> {
  const { choices, record, person } = nodeAtPath(form, question.field)?.def ?? {};
  const withValue = (item: PickItem) => ({ ...item, attributes: { ...item, value: item.id } });
  if (choices)
    return localOptions(form, validator, moment, question, (await source.masterTable(choices)).map(withValue));
  const { text = '', ids, near } = question;
  const named: readonly string[] | undefined = (record ?? person)?.forms;
  const forms = named ?? (await source.forms()).data.filter(({ kind }) => kind === 'person').map((one) => one.form);
  const { roles } = person ?? {};
  const found = await source.findRecords({
    forms: [...forms],
    text,
    ...(ids && { ids }),
    ...(near && { near }),
    ...(roles && { roles }),
  });
  return { data: found.map(({ id, name, code }) => withValue({ id, name, code })), next: null };
}

function PreviewBar({ steps, isBeside }: { steps: FormSteps; isBeside: boolean }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  useRootAttribute('saveBar');
  return (
    <div className="am-save-bar am-end-bar">
      <div className="am-save-buttons am-gap-3 am-row-gap-2 am-cluster">
        <StepButtons steps={steps}>
          <button type="submit" className={isLastStep(steps) ? 'am-button am-primary' : 'am-button'}>
            {t('preview.save')}
          </button>
        </StepButtons>
        {!isBeside && (
          <button type="button" className="am-button" onClick={() => navigate('/admin/forms')}>
            {t('preview.back')}
          </button>
        )}
        <span className="am-meta">{t('preview.nothingStored')}</span>
      </div>
    </div>
  );
}

function WouldStore({ form, stored, onClose }: { form: CompiledForm; stored: RecordData; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const nodes = [...form.fields.values()].filter(
    (node) => isExported(node) && node.properties.some((property) => stored[property] !== undefined),
  );
  return (
    <Dialog title={t('preview.wouldStore')} size="lg" onClose={onClose}>
      <p className="am-wraps">{t('preview.nothingStored')}</p>
      <dl className="am-rows am-terms" data-stored>
        {nodes.map((node) => (
          <div key={node.name}>
            <dt>{text(node.def.label)}</dt>
            <dd>
              <FieldDisplay node={node} data={stored} refs={NO_REFS} />
              {node.properties.map((property) => (
                <code key={property} className="am-block am-dimmed" dir="ltr">
                  {property}: {JSON.stringify(stored[property] ?? null)}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
