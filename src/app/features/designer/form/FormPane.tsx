/** The form around its questions: what it is called, where and when its records are, its list, who enters and checks, what moved. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ICONS } from '../../../../core/definitions/icons.ts';
import type { Text } from '../../../../core/definitions/types.ts';
import { patchDefinition } from '../../../../core/edit/draft.ts';
import { FORM_SETTINGS, formSettings } from '../../../../core/edit/settings.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { languageName } from '../../../../core/text/languageNames.ts';
import { LANGUAGES } from '../../../../core/text/languages.ts';
import { useCommon } from '../../../data/queries.ts';
import { comma, text } from '../../../data/words.ts';
import { Icon } from '../../../theme/Icon.tsx';
import { CollapsibleFields, MistakeList, MultiSelectField, SelectField } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import layout from '../Designer.module.css';
import pane from '../Pane.module.css';
import { JsonBox } from '../parts/JsonBox.tsx';
import { PanePart } from '../parts/PanePart.tsx';
import { SettingFields } from '../parts/Settings.tsx';
import { ListPart } from './ListPart.tsx';
import { ListsPart } from './ListsPart.tsx';
import { MigrationList } from './MigrationList.tsx';
import { RecordSettingsPart } from './RecordPart.tsx';
import { RoleRights } from './RoleRights.tsx';

export function FormPane() {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const { definition } = draft;
  const patch = (value: Record<string, unknown>, step?: string) => change(patchDefinition(draft, value), step);
  const said = Object.keys(FORM_SETTINGS)
    .filter((key) => getOwn(definition, key) !== undefined)
    .map((key) => t(`settings.${key}.title`))
    .join(comma());
  const words = (key: 'title' | 'plural' | 'new' | 'description', isRequired = false) => (
    <TranslatedTextField
      key={key}
      label={t(`form.said.${key}`)}
      isLong
      at={`/${key}`}
      name={key}
      required={isRequired}
      languages={languages}
      value={isObject(definition[key]) ? (definition[key] as Text) : undefined}
      onChange={(value) => patch({ [key]: value ?? (isRequired ? {} : undefined) }, key)}
    />
  );
  return (
    <section className={layout.pane} data-pane="question" aria-label={t('form.title')}>
      <header className={`${pane.paneHead} am-sticks am-inline am-line-below`}>
        <Icon name="settings" size={18} />
        <h2 className="am-cut am-grow">{t('form.title')}</h2>
      </header>
      <div className={`${pane.parts} am-stack am-gap-0`}>
        <MistakeList at={(pointer) => ['', '/sections', '/fields', '/changes', '/paths', '/api'].includes(pointer)} />
        <PanePart title={t('form.words')} name="form-words">
          {words('title', true)}
          {words('plural', true)}
          <CollapsibleFields title={t('form.moreWords')} isFilled={Boolean(definition.new ?? definition.description)}>
            {words('new')}
            {words('description')}
          </CollapsibleFields>
        </PanePart>
        <RecordSettingsPart />
        <ListPart />
        <PanePart title={t('form.who')} name="form-who">
          <Workflow />
        </PanePart>
        <ListsPart />
        <LanguagesPart />
        <PanePart title={t('settings.title')} name="form-settings" isOpen={false} brief={said}>
          <SettingFields
            shapes={formSettings(definition.kind)}
            value={definition}
            at=""
            onChange={(key, value, step) => patch({ [key]: value }, step)}
          />
        </PanePart>
        <MigrationList />
        <MoreOfForm />
      </div>
    </section>
  );
}

/** The languages of the form's texts, and whether a missing translation stops it. */
function LanguagesPart() {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const { definition } = draft;
  const patch = (value: Record<string, unknown>) => change(patchDefinition(draft, value));
  return (
    <PanePart
      title={t('form.languages')}
      name="form-languages"
      isOpen={false}
      brief={languages.map(languageName).join(comma())}
    >
      <MultiSelectField
        label={t('form.languages')}
        hint={t('form.languagesHint')}
        name="languages"
        items={[...new Set([...LANGUAGES, ...languages, 'ar', 'fr', 'ur', 'uz', 'tk', 'bal', 'prs-Hazr'])].map(
          (value) => ({ value, label: languageName(value) }),
        )}
        value={languages}
        at="/languages"
        onChange={(value) => patch({ languages: value && value.join() !== LANGUAGES.join() ? value : undefined })}
      />
      <SelectField
        label={t('form.wordRules')}
        name="word-rules"
        items={(['strict', 'advice'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
        value={definition.words === 'advice' ? 'advice' : 'strict'}
        onChange={(value) => patch({ words: value })}
      />
    </PanePart>
  );
}

/** The name in addresses, the icon, and the JSON of the rest. */
function MoreOfForm() {
  const { t } = useTranslation('designer');
  const { draft, change, published } = useDesigner();
  const { definition } = draft;
  const issues = useFindings();
  const isNew = published.size === 0;
  const patch = (value: Record<string, unknown>, step?: string) => change(patchDefinition(draft, value), step);
  return (
    <PanePart
      title={t('more.title')}
      name="form-more"
      isOpen={false}
      brief={<bdi dir="ltr">{String(definition.form ?? '')}</bdi>}
    >
      <TextInput
        label={t('form.name')}
        name="form-name"
        description={t(isNew ? 'more.nameHint' : 'more.nameFixed')}
        dir="ltr"
        readOnly={!isNew}
        maxLength={60}
        value={String(definition.form ?? '')}
        error={messageAt(issues, '/form')}
        onChange={({ currentTarget }) => patch({ form: currentTarget.value }, 'form')}
      />
      <SelectField
        label={t('form.icon')}
        name="icon"
        none={t('form.noIcon')}
        items={Object.keys(ICONS).map((value) => ({ value, label: value }))}
        value={typeof definition.icon === 'string' ? definition.icon : ''}
        at="/icon"
        onChange={(icon) => patch({ icon: icon === '' ? undefined : icon })}
      />
      <CollapsibleFields title={t('more.json')}>
        <JsonBox
          label={t('form.json')}
          name="form-json"
          value={withoutQuestions(definition)}
          onChange={(value) =>
            change({ ...draft, definition: { ...value, sections: definition.sections, fields: definition.fields } })
          }
        />
      </CollapsibleFields>
    </PanePart>
  );
}

function withoutQuestions({ sections: _sections, fields: _fields, ...rest }: Record<string, unknown>): object {
  return rest;
}

/** Who enters records and who checks them: the workflow, with the sentence that it makes. */
function Workflow() {
  const { t } = useTranslation('designer');
  const { draft, change, forms } = useDesigner();
  const common = useCommon().data;
  const workflow = typeof draft.definition.workflow === 'string' ? draft.definition.workflow : '';
  const programme = typeof draft.definition.programme === 'string' ? draft.definition.programme : '';
  const programmes = [...new Set([...forms.map((one) => one.programme), ...(programme ? [programme] : [])])].filter(
    (one): one is string => typeof one === 'string',
  );
  const department = (id: string) => common?.navigation.departments.find((one) => one.id === id)?.title;
  const flow = getOwn(common?.workflows ?? {}, workflow);
  return (
    <>
      <SelectField
        label={t('form.programme')}
        name="programme"
        items={programmes
          .map((value) => ({ value, label: text(department(value)) || value }))
          .sort((a, b) => a.label.localeCompare(b.label))}
        value={programme}
        at="/programme"
        onChange={(value) => change(patchDefinition(draft, { programme: value }))}
      />
      <SelectField
        label={t('form.workflow')}
        name="workflow"
        items={Object.keys(common?.workflows ?? {}).map((value) => ({
          value,
          label: t(`workflows.${value}`, { defaultValue: value }),
        }))}
        value={workflow}
        at="/workflow"
        onChange={(value) => change(patchDefinition(draft, { workflow: value }))}
      />
      {flow && (
        <p className="am-hint" data-workflow>
          {flow.states.map(({ label }) => text(label)).join(t('form.then'))}
          {'. '}
          {t('form.steps', {
            steps: [...new Set(flow.transitions.map(({ label }) => text(label)))].join(comma()),
          })}
        </p>
      )}
      {flow && <RoleRights workflow={flow} />}
    </>
  );
}
