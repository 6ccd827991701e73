/** Requests of one account that cost much take turns; those of others do not wait for them. */
import { describe, expect, it } from 'vitest';
import { accountQueues } from '../../src/server/http/session.ts';

function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('turns by account', () => {
  it('let four of one account work, in order, and any of another', async () => {
    const turns = accountQueues({ atOnce: 4, waiting: 10, longestWait: 60_000 });
    const begun: number[] = [];
    const works = Array.from({ length: 7 }, held);
    const taken = works.map(({ ended }, at) => turns.take('one', ended).then(() => begun.push(at)));
    await turn();
    expect(begun).toEqual([0, 1, 2, 3]);
    const other = held();
    await turns.take('two', other.ended);
    works[2]?.end();
    await taken[4];
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    for (const { end } of [...works, other]) end();
    await Promise.all(taken);
    await turn();
    expect(turns.accounts()).toBe(0);
  });

  it('are refused when too many wait, and when one waits too long', async () => {
    const turns = accountQueues({ atOnce: 1, waiting: 1, longestWait: 50 });
    const first = held();
    await turns.take('one', first.ended);
    const busy = { code: 'account_busy', status: 429, params: { seconds: 5 } };
    const second = expect(turns.take('one', held().ended)).rejects.toMatchObject(busy);
    await expect(turns.take('one', held().ended)).rejects.toMatchObject(busy);
    await second;
    // Whoever gave up, or is gone, leaves room.
    const gone = held();
    const third = expect(turns.take('one', gone.ended)).rejects.toMatchObject(busy);
    gone.end();
    await third;
    const last = held();
    const fourth = turns.take('one', last.ended);
    first.end();
    await fourth;
    last.end();
    await turn();
    expect(turns.accounts()).toBe(0);
  });
});
