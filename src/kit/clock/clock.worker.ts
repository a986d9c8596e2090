/** Timers of a worker keep their time while the tab is hidden; those of a page are slowed down to one a minute. */
import type { ClockReply, ClockRequest } from './clock-client';

const timers = new Map<number, ReturnType<typeof setTimeout>>();

addEventListener('message', ({ data: { id, milliseconds } }: MessageEvent<ClockRequest>) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (milliseconds === null) return;
  const ring = () => {
    timers.delete(id);
    const reply: ClockReply = { id };
    postMessage(reply);
  };
  timers.set(id, setTimeout(ring, milliseconds));
});
