/**
 * Icons that stand beside hundreds of answers, as masks of one style sheet made once for the page: an element only names
 * its icon in `data-icon`. Drawing an icon into each of them would be dear.
 */
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../theme/Icon.tsx';

const known = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** The drawing is taken over from the icon as it stands in the page. */
function addMask(name: string, drawing: SVGElement): void {
  known.add(name);
  const copy = drawing.cloneNode(true) as SVGElement;
  // In a picture of its own there is no text colour to inherit; a mask only looks at what is opaque.
  copy.setAttribute('stroke', '#000');
  const url = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.insertRule(`[data-icon=${JSON.stringify(name)}]{--icon:url("${url}")}`);
}

export function MaskIcons({ names }: { names: readonly string[] }) {
  const missing = names.filter((name) => !known.has(name));
  const drawn = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const icons = drawn.current?.querySelectorAll('svg') ?? [];
    for (const [index, name] of missing.entries()) {
      const icon = icons[index];
      if (icon && !known.has(name)) addMask(name, icon);
    }
  });
  if (missing.length === 0) return null;
  return (
    <div ref={drawn} hidden>
      {missing.map((name) => (
        <Icon key={name} name={name} size={24} />
      ))}
    </div>
  );
}
