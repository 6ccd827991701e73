/**
 * Icons that appear beside hundreds of answers, as CSS masks in one style sheet of the page. An element only names its icon
 * in `data-icon`. With an icon component in each, 500 questions took 9 % longer to open. The icons of one form are one picture,
 * below each other, because each picture is a document that the browser opens.
 */
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../theme/Icon.tsx';

/** Side of an icon, in units of its drawing. */
const SIZE = 24;

const known = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** Adds a rule for each icon, taken from the icons rendered in the page. */
function addMasks(names: readonly string[], drawings: readonly SVGElement[]): void {
  const copies = drawings.map((drawing, index) => {
    const copy = drawing.cloneNode(true) as SVGElement;
    // Inside a data URL there is no text colour to inherit. Any opaque colour will do for a mask.
    copy.setAttribute('stroke', '#000');
    copy.setAttribute('y', String(index * SIZE));
    copy.removeAttribute('style');
    return new XMLSerializer().serializeToString(copy);
  });
  const view = `viewBox="0 0 ${SIZE} ${SIZE * copies.length}"`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${view}>${copies.join('')}</svg>`;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  for (const [index, name] of names.entries()) {
    known.add(name);
    // In percent of what the picture is higher than the place of one icon.
    const place = (100 * index) / Math.max(1, names.length - 1);
    sheet.insertRule(`[data-icon=${JSON.stringify(name)}]{--icon-at:0 ${place}%}`);
  }
  const all = names.map((name) => `[data-icon=${JSON.stringify(name)}]`).join();
  sheet.insertRule(`${all}{--icon:url("data:image/svg+xml,${encodeURIComponent(picture)}")}`);
}

export function MaskIcons({ names }: { names: readonly string[] }) {
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  const drawn = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const icons = [...(drawn.current?.querySelectorAll('svg') ?? [])];
    const isNew = missing.some((name) => !known.has(name));
    if (isNew && icons.length === missing.length) addMasks(missing, icons);
  });
  if (missing.length === 0) return null;
  return (
    <div ref={drawn} hidden>
      {missing.map((name) => (
        <Icon key={name} name={name} size={SIZE} />
      ))}
    </div>
  );
}
