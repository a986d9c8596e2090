import { serveCall } from '../../privacy/worker-call';
import { readOwnRubric } from '../../rubric/program/read-rubric';
import type { RubricResult } from '../../rubric/file/rubric-problem';

serveCall<string, never, RubricResult>(self, (text) => Promise.resolve(readOwnRubric(text)));
