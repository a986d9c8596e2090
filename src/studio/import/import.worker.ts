import { serveCall } from '../../privacy/worker-call';
import { importText } from './import-text';
import type { Proposal } from './proposal';

serveCall<string, never, Proposal[]>(self, (text) => Promise.resolve(importText(text)));
