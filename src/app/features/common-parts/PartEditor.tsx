/** Edits the text of a shared part; also takes it along as a file, and takes a file back. */
import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommonPartResponse } from '../../../core/generated/api.ts';
import { saveFileToDevice } from '../../screens/record/save.ts';
import { AskLeavingEditor } from './AskLeaving.tsx';
import type { CommonPartChange } from './api.ts';
import classes from './CommonParts.module.css';

interface Props {
  found: CommonPartResponse;
  onAsk: (asked: CommonPartChange) => void;
}

export function CommonPartEditor({ found: { data, text: served }, onAsk }: Props) {
  const { t } = useTranslation('admin');
  // The hash belongs to the text that was there when the editing began, so that a later one is not overwritten unseen.
  const [edited, setEdited] = useState<{ text: string; hash: string }>();
  const edit = (text: string) => setEdited(text === served ? undefined : { text, hash: edited?.hash ?? data.hash });
  const text = edited?.text ?? served;
  return (
    <section aria-label={t('commonParts.text')}>
      <Textarea
        name="text"
        label={t('commonParts.text')}
        description={t('commonParts.textHint')}
        classNames={{ input: `${classes.text} am-mono` }}
        dir="ltr"
        rows={18}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <Group gap="xs" mt="sm" mb="xl">
        <Button
          size="sm"
          disabled={!edited}
          onClick={() => edited && onAsk({ given: { text: edited.text }, hash: edited.hash })}
          data-action="check"
        >
          {t('definitionDrafts.check')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={!edited}
          onClick={() => setEdited(undefined)}
          data-action="discard"
        >
          {t('commonParts.discard')}
        </Button>
        <Button
          variant="default"
          size="sm"
          onClick={() =>
            saveFileToDevice({ blob: new Blob([text], { type: 'application/json' }), name: null }, `${data.part}.json`)
          }
          data-action="download"
        >
          {t('definitionDrafts.download')}
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void file?.text().then(edit)}>
          {(props) => (
            <Button {...props} variant="default" size="sm" data-action="upload">
              {t('commonParts.upload')}
            </Button>
          )}
        </FileButton>
      </Group>
      <AskLeavingEditor isEdited={edited !== undefined} />
    </section>
  );
}
