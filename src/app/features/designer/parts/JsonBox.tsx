/** A part of the definition as its text. It is taken when it is left, once it can be read. */
import { Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../../../core/errors/json.ts';
import classes from '../Designer.module.css';

interface Props {
  label: string;
  name: string;
  value: object;
  onChange: (value: Record<string, unknown>) => void;
}

export function JsonBox({ label, name, value, onChange }: Props) {
  const { t } = useTranslation('designer');
  const written = JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<string>();
  const [slip, setSlip] = useState<string>();
  // What others changed is shown, but not over what somebody types.
  useEffect(() => {
    if (typed === written) setTyped(undefined);
  }, [typed, written]);
  const take = () => {
    if (typed === undefined) return;
    try {
      const read: unknown = JSON.parse(typed);
      if (!isObject(read)) throw new Error(t('more.noObject'));
      setSlip(undefined);
      setTyped(undefined);
      if (JSON.stringify(read) !== JSON.stringify(value)) onChange(read);
    } catch (error) {
      setSlip((error as Error).message);
    }
  };
  return (
    <Textarea
      label={label}
      name={name}
      dir="ltr"
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      value={typed ?? written}
      error={slip}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
    />
  );
}
