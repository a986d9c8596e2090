/** Timers of a worker keep their time while the tab is hidden; those of a page are slowed down to one a minute. */
import type { Alarm } from './clock-client.browser';

addEventListener('message', ({ data: { id, milliseconds } }: MessageEvent<Alarm>) => {
  setTimeout(() => postMessage(id), milliseconds);
});
