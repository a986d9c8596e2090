import { serveCall } from '../../privacy/worker-call';
import { tryVersions, type Trial, type TryOrder } from './try-case';

serveCall<TryOrder, never, Trial[]>(self, tryVersions);
