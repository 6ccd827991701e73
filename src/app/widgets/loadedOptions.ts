/** Options outside the definition that an open form knows, with the attributes that filters read. */
import type { FieldNode } from '../../core/definitions/types.ts';
import type { FilterOption } from '../../core/form/offered.ts';

export class LoadedOptions {
  private readonly byPath = new Map<string, Map<string, FilterOption>>();

  readonly find = ({ path }: FieldNode, id: string): FilterOption | undefined => this.byPath.get(path)?.get(id);

  /** Returns true if one of them is new. */
  add(node: FieldNode, options: readonly FilterOption[]): boolean {
    const added = options.filter(({ value }) => !this.find(node, value));
    const known = this.byPath.get(node.path) ?? new Map<string, FilterOption>();
    for (const option of added) known.set(option.value, option);
    this.byPath.set(node.path, known);
    return added.length > 0;
  }
}
