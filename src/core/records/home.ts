/** Chooses the cards of a person's home screen. */
import type { Home } from '../definitions/types.ts';
import type { Actor } from './types.ts';

export type CardKind = Home['homes'][number]['cards'][number];

/** Returns the cards of the first home that fits the person. Empty if none does. */
export function cardsFor({ homes }: Pick<Home, 'homes'>, { grants }: Pick<Actor, 'grants'>): CardKind[] {
  const found = homes.find(
    ({ roles, programmes }) =>
      grants.some(
        (grant) =>
          (!roles || roles.includes(grant.role)) &&
          (!programmes || (grant.programme !== null && programmes.includes(grant.programme))),
      ) ||
      (!roles && !programmes),
  );
  return found ? [...found.cards] : [];
}
