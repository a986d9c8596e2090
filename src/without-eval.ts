import { z } from 'zod';

// zod probes at each new schema whether it may compile code, and the page's policy refuses and reports that.
z.config({ jitless: true });
