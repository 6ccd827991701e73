/** The flow charts: shown as pictures when opened, downloaded as SVG from the server or as PNG drawn by this browser. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toWireLanguage } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import classes from './Public.module.css';

/** Pixels of the PNG for each pixel of the SVG, for print. */
const DENSITY = 2;

export function Flows({ flows }: { flows: readonly { id: string; title: string }[] }) {
  const { t } = useTranslation('public');
  if (flows.length === 0) return null;
  return (
    <section aria-label={t('flows')}>
      <h2>{t('flows')}</h2>
      {flows.map((flow) => (
        <Flow key={flow.id} {...flow} />
      ))}
    </section>
  );
}

function Flow({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('public');
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const address = `/api/public/flows/${id}?language=${toWireLanguage(preferences().language)}`;
  const png = () => {
    setFailed(false);
    drawPng(address).then(
      (blob) => save(URL.createObjectURL(blob), `${id}.png`),
      () => setFailed(true),
    );
  };
  return (
    <details
      className={`am-surface ${classes.flow}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      data-flow={id}
    >
      <summary>{title}</summary>
      {isOpen && <img src={address} alt={title} />}
      <div className={classes.buttons}>
        <Button component="a" href={address} download={`${id}.svg`} variant="default" mih={44}>
          {t('svg')}
        </Button>
        <Button variant="default" mih={44} onClick={png} data-action="png">
          {t('png')}
        </Button>
      </div>
      {hasFailed && <p role="alert">{t('failed')}</p>}
    </details>
  );
}

/** Draws with the fonts of this device, because a server rarely has those of Dari and Pashto. */
async function drawPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * DENSITY;
  canvas.height = image.naturalHeight * DENSITY;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), 'image/png');
  });
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
