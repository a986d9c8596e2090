import type { Messages } from '../en/en';

export const startWords = {
  exampleReplies: '예시 응답',
  secondExampleReplies: '예시 응답 (두 번째)',
} satisfies Messages['start'];
