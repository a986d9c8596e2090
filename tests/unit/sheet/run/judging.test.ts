import { describe, expect, it } from 'vitest';
import { prepareRubric, previewPrompt } from '../../../../src/sheet/run/judging';
import { smallRubric, subject } from '../../judgement/small-rubric';

const world = { random: () => 'b'.repeat(24), now: () => new Date(0), build: 'test' };

describe('a rubric made ready', () => {
  it('is refused with everything that is wrong in its expressions', () => {
    const rubric = smallRubric({ derived: { a: 'output.scor' }, headline: { value: 'derived.b' } });
    expect(() => prepareRubric(rubric, null)).toThrow(
      /"small" has errors in its expressions\. derived\.a: output has no scor.* headline\.value: derived\.b/,
    );
  });
});

describe('a preview of the prompt', () => {
  it('asks for less when the program helps', () => {
    const ready = prepareRubric(smallRubric(), null);
    const preview = (mode: 'model-alone' | 'assisted') => {
      const prompt = previewPrompt(ready, subject, { mode, tellFacts: false, world });
      return `${prompt?.shared}${prompt?.own}`;
    };
    expect(preview('model-alone')).toContain('"total"');
    expect(preview('assisted')).not.toContain('"total"');
    expect(preview('assisted')).toContain(subject.input['text']);
  });

  it('is null where nothing is left to ask', () => {
    const decided = { rationale: '"r"', score: '5', grade: '"LOW"', hint: '"h"', total: '10' };
    const ready = prepareRubric(smallRubric({ decided }), null);
    expect(previewPrompt(ready, subject, { mode: 'assisted', tellFacts: false, world })).toBeNull();
  });
});
