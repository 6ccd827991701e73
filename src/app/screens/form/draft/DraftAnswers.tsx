/** Answers that cannot be opened in their form: of a draft or an unsent record whose form was taken away. They can be copied. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compileForm } from '../../../../core/definitions/compile.ts';
import type { FieldNode, RecordData } from '../../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { isAnswerable } from '../../../../core/form/types/question.ts';
import { isBlank } from '../../../../core/text/letters.ts';
import { type DraftVersionAnswers, readDraftFile } from '../../../data/drafts/drafts.ts';
import { source } from '../../../data/source.ts';
import { text } from '../../../data/words.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { useWidgets } from '../../../widgets/environment.tsx';
import { FieldDisplay } from '../../../widgets/FieldDisplay.tsx';
import { OnlineWidgets } from '../../../widgets/OnlineWidgets.tsx';
import { onlineWidgetSource } from '../../../widgets/onlineSource.ts';
import '../form.css';

/** An answer as it can be shown: with its question, or under its stored name if the form itself is out of reach. */
type Kept = { node: FieldNode; data: RecordData } | { name: string; value: string };

interface Props {
  form: string;
  parts: readonly DraftVersionAnswers[];
  /** Another text where the answers are others. */
  of: string;
}

export default function DraftAnswers({ form, parts, of }: Props) {
  const answers = useQuery({
    queryKey: ['kept-answers', of],
    queryFn: async () => (await Promise.all(parts.map((part) => read(form, part)))).flat(),
    networkMode: 'always',
    gcTime: 0,
  });
  if (!answers.data) return null;
  return (
    <div>
      <OnlineWidgets instead={WITH_WAITING}>
        <Answers kept={answers.data} />
      </OnlineWidgets>
    </div>
  );
}

/** Photos that wait on this device are shown too. */
const WITH_WAITING = {
  fileBlob: async (id: string, size?: 'thumb') =>
    (await readDraftFile(id))?.blob ?? (await onlineWidgetSource([]).fileBlob(id, size)),
};

function Answers({ kept }: { kept: readonly Kept[] }) {
  const { t } = useTranslation(['form', 'app']);
  const environment = useWidgets();
  const [copied, setCopied] = useState<boolean>();
  const lines = kept.map((one) =>
    'node' in one
      ? `${text(one.node.def.label)}: ${FIELD_TYPES[one.node.type].text(one.node, one.data, { ...environment, refs: {} })}`
      : `${one.name}: ${one.value}`,
  );
  const copy = () =>
    navigator.clipboard.writeText(lines.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <dl className="am-above-4 am-after am-gap-3 am-stack">
        {kept.map((one) =>
          'node' in one ? (
            <div key={one.node.id} data-field={one.node.name}>
              <dt>{text(one.node.def.label)}</dt>
              <dd>
                <FieldDisplay node={one.node} data={one.data} refs={{}} />
              </dd>
            </div>
          ) : (
            <div key={one.name} data-field={one.name}>
              <dt>
                <bdi>{one.name}</bdi>
              </dt>
              <dd>
                <bdi>{one.value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      {Boolean(navigator.clipboard) && (
        <ActionButton icon={copied ? 'check' : 'copy'} variant="outline" onClick={() => void copy()}>
          {t(copied ? 'app:accounts.copied' : 'app:accounts.copy')}
        </ActionButton>
      )}
      {copied === false && <p className="am-hint">{t('app:accounts.notCopied')}</p>}
    </>
  );
}

async function read(form: string, { form_version, data }: DraftVersionAnswers): Promise<Kept[]> {
  const view = await source.definition(form, form_version).catch(() => undefined);
  if (!view) return rawAnswers(data);
  const compiled = compileForm(view);
  const nodes = compiled.sections.flatMap(({ fields }) => fields);
  return nodes
    .filter((node) => isAnswerable(node) && !FIELD_TYPES[node.type].isEmpty(node, data))
    .map((node) => ({ node, data }));
}

function rawAnswers(data: RecordData): Kept[] {
  return Object.entries(data).flatMap(([name, value]) =>
    isBlank(value) ? [] : [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }],
  );
}
