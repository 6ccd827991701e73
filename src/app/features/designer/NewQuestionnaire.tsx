/** Begins a questionnaire: what it is called, its programme, and the template or form that it begins with. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type FormTemplate, newFormDefinition } from '../../../core/edit/begin.ts';
import { nameOfWords } from '../../../core/edit/names.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { SelectField } from '../drafting/fields.tsx';
import { designerApi, designerPath } from './api.ts';
import { programmeItems } from './programmes.ts';

const TEMPLATES = import.meta.glob<FormTemplate>('./templates/*.json', { import: 'default' });
const OFFERED = ['blank', 'visit', 'register', 'survey', 'complaint'] as const;
const FROM_FORM = 'form:';

const isName = (form: string) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(form);

export default function NewQuestionnaire({ forms, onClose }: { forms: readonly FormEntry[]; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const navigate = useNavigate();
  const common = useCommon().data;
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [from, setFrom] = useState<string>('blank');
  const programmes = programmeItems(forms, common?.navigation.departments);
  const [chosen, setProgramme] = useState<string>();
  const programme = chosen ?? forms.find((one) => one.programme)?.programme ?? '';
  const form = typed ?? nameOfWords(title).replaceAll('_', '-');
  const isTaken = forms.some((one) => one.form === form);
  const begin = useMutation({
    mutationFn: async () => {
      const template = await templateOf(from, forms);
      const { language } = preferences();
      return designerApi.begin(newFormDefinition(template, { form, title: title.trim(), language, programme }));
    },
    onSuccess: ({ data }) => navigate(designerPath(data.id)),
  });
  const isReady = title.trim() !== '' && isName(form) && !isTaken;
  return (
    <Dialog title={t('begun.title')} onClose={onClose}>
      <form
        className="am-brief am-pad-y-2 am-stack am-gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) begin.mutate();
        }}
      >
        <TextInput
          label={t('begun.name')}
          description={t('begun.nameHint')}
          name="title"
          dir="auto"
          maxLength={100}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('begun.short')}
          description={t('begun.shortHint')}
          name="form"
          dir="ltr"
          maxLength={50}
          value={form}
          error={isTaken ? t('begun.taken') : form !== '' && !isName(form) ? t('begun.bad') : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.trim().toLowerCase())}
        />
        <SelectField
          label={t('begun.programme')}
          name="programme"
          items={programmes}
          value={programme}
          onChange={setProgramme}
        />
        <From forms={forms} value={from} onChange={setFrom} />
        {begin.error && <FailureNote error={begin.error} />}
        <DialogButtons>
          <Button type="submit" data-action="begin" disabled={!isReady} loading={begin.isPending}>
            {t('begun.do')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'app' })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface FromProps {
  forms: readonly FormEntry[];
  value: string;
  onChange: (from: string) => void;
}

/** The template, or the form of which the new one is a copy. */
function From({ forms, value, onChange }: FromProps) {
  const { t } = useTranslation('designer');
  return (
    <SelectField
      label={t('begun.from')}
      name="from"
      items={[
        ...OFFERED.map((one) => ({ value: one, label: t(`begun.templates.${one}`) })),
        {
          group: t('begun.templates.form'),
          items: forms
            .filter(({ kind }) => kind !== 'log')
            .map((one) => ({ value: `${FROM_FORM}${one.form}`, label: text(one.title) || one.form }))
            .sort((a, b) => a.label.localeCompare(b.label)),
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

async function templateOf(from: string, forms: readonly FormEntry[]): Promise<FormTemplate> {
  if (!from.startsWith(FROM_FORM)) return (await TEMPLATES[`./templates/${from}.json`]?.()) ?? {};
  const name = from.slice(FROM_FORM.length);
  const { definition } = await designerApi.published(name, forms.find((one) => one.form === name)?.version ?? 1);
  return definition as unknown as FormTemplate;
}
