import { freeName } from './version';

interface StarterWords {
  title: string;
  purpose: string;
  input: string;
  criterion: string;
  low: string;
  high: string;
  prompt: string;
}

const words: Record<'en' | 'ko', StarterWords> = {
  en: {
    title: 'My rubric',
    purpose: 'Says what is judged, for whom, and why.',
    input: 'Text to judge',
    criterion: 'Quality',
    low: 'Poor',
    high: 'Excellent',
    prompt: 'Judge the quality of this text from 1 to 5: {{text}}',
  },
  ko: {
    title: '내 루브릭',
    purpose: '무엇을 누구를 위해 왜 평가하는지 적습니다.',
    input: '평가할 글',
    criterion: '품질',
    low: '나쁨',
    high: '훌륭함',
    prompt: '다음 글의 품질을 1점에서 5점까지 평가하세요: {{text}}',
  },
};

/** A small rubric that works, to be written on. */
export function starterRubric(language: 'en' | 'ko', isTaken: (id: string) => boolean): string {
  const { title, purpose, input, criterion, low, high, prompt } = words[language];
  return `---
format: assay-rubric/1
id: ${freeName('my-rubric', isTaken)}
title: ${title}
version: 1.0.0
language: ${language}
purpose: ${purpose}

inputs:
  - name: text
    label: ${input}
    kind: long

criteria:
  - id: quality
    label: ${criterion}
    min: 1
    max: 5
    levels:
      - { at: 5, name: ${high} }
      - { at: 1, name: ${low} }

headline:
  value: output.quality.score
  max: 5
---

${prompt}
`;
}
