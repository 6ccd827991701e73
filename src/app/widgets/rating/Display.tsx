import { Icon } from '../../theme/Icon.tsx';
import { useDefinitionText, useWidgets } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node, data }: DisplayProps) {
  const { constants } = useWidgets();
  const say = useDefinitionText();
  const rating = constants.ratings.find((one) => one.value === data[node.properties[0] ?? node.name]);
  if (!rating) return null;
  return (
    <span className="am-badge am-joined am-toned am-text am-strong am-code" data-tone={rating.variant}>
      {rating.icon && <Icon name={rating.icon} size={16} />}
      {say(rating.label)}
    </span>
  );
}
