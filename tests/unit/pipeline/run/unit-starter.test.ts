import { describe, expect, it } from 'vitest';
import { UnitStarter } from '../../../../src/pipeline/unit-starter';
import { FakeClock, settled } from './fake-clock';

/** Of a judge that is asked two at once, with as many again made ready; `quiet` lets through what gives way. */
function starterOf(units: number) {
  const quiet: (() => void)[] = [];
  const state = { begun: 0, left: units };
  const starter = new UnitStarter({
    clock: new FakeClock(),
    asks: true,
    breathe: () => Promise.resolve(),
    giveWay: () => new Promise((resolve) => quiet.push(resolve)),
    mayStart: (coming) => state.left > 0 && state.begun + coming < 4,
    isIdle: (coming) => state.begun + coming < 2,
    start: () => {
      state.begun += 1;
      state.left -= 1;
    },
    breathed: () => starter.startMore(),
    broke: (error) => expect.unreachable(String(error)),
  });
  return { starter, state, quiet };
}

describe('UnitStarter, where somebody is asked', () => {
  it('starts what has a place at once, and the rest when it is quiet', async () => {
    const { starter, state, quiet } = starterOf(9);
    starter.startMore();
    await settled();
    expect(state.begun).toBe(2);
    for (const go of quiet) go();
    await settled();
    expect(state.begun).toBe(4);
  });

  it('does not wait for quiet where a place is free and nothing is ready for it', async () => {
    const { starter, state } = starterOf(9);
    starter.startMore();
    await settled();
    // Two are done, and it was never quiet.
    state.begun -= 2;
    starter.startMore();
    await settled();
    expect(state).toEqual({ begun: 2, left: 5 });
  });

  it('starts no more than may be, whoever gets the turn first', async () => {
    const { starter, state, quiet } = starterOf(3);
    for (let call = 0; call < 5; call += 1) starter.startMore();
    await settled();
    for (const go of quiet) go();
    await settled();
    expect(state).toEqual({ begun: 3, left: 0 });
  });
});
