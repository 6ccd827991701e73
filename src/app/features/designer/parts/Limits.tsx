/** What an answer must keep to: the smallest and largest number, how long a text is, how many files or options. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LIMIT_TYPES } from '../../../../core/check/contract.ts';
import type { Field } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { patchedOrGone } from '../../../../core/edit/parts.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { getOwn } from '../../../../core/json.ts';
import { NumberField } from '../../drafting/fields.tsx';
import { messageAt, useFindings } from '../../drafting/findings.ts';
import { useDesigner } from '../context.ts';

interface Props {
  path: string;
  field: Field;
}

/** Returns the limits that answers of a type can have. */
function limitsOf({ type, columns }: Field): string[] {
  const { family, contract, combines } = FIELD_TYPES[type];
  const kind =
    family === 'figures'
      ? 'number'
      : family === 'words'
        ? 'string'
        : family === 'files' || columns || combines
          ? 'array'
          : undefined;
  return contract || kind ? Object.keys(LIMIT_TYPES).filter((name) => getOwn(LIMIT_TYPES, name) === kind) : [];
}

export function AnswerLimits({ path, field }: Props) {
  const { t } = useTranslation('designer');
  const { draft, change } = useDesigner();
  const issues = useFindings();
  const limits: Record<string, unknown> = field.limits ?? {};
  const set = (name: string, value: unknown) => {
    const next = patchedOrGone(limits, { [name]: value });
    change(patchField(draft, path, { limits: next } as Partial<Field>), `${path} ${name}`);
  };
  const names = limitsOf(field);
  if (names.length === 0) return null;
  return (
    <div className="am-tiles am-tiles-small am-bottom">
      {names.map((name) =>
        name === 'pattern' ? (
          <TextInput
            key={name}
            label={t(`limits.${name}`)}
            name={name}
            dir="ltr"
            maxLength={200}
            value={typeof getOwn(limits, name) === 'string' ? (getOwn(limits, name) as string) : ''}
            error={messageAt(issues, `${fieldPointerOf(path)}/limits/${name}`)}
            onChange={({ currentTarget }) => set(name, currentTarget.value || undefined)}
          />
        ) : (
          <NumberField
            key={name}
            label={t(`limits.${name}`)}
            name={name}
            whole={getOwn(LIMIT_TYPES, name) !== 'number'}
            value={typeof getOwn(limits, name) === 'number' ? (getOwn(limits, name) as number) : undefined}
            onChange={(value) => set(name, value)}
          />
        ),
      )}
    </div>
  );
}
