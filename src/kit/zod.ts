import { z } from 'zod';

// zod probes at each new schema whether it may compile code; the page's policy refuses that and reports it. So zod is configured
// before the first schema is made, wherever the bundler puts that schema: everyone takes zod from here.
z.config({ jitless: true });

export { z };
