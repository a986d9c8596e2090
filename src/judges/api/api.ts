/** Everything about judges behind a server, in one module, so that the page loads it when one is used. */
export { apiJudge } from './api-judge';
export { chatCompletions } from './openai/chat-completions';
export { probe } from './probe';
export { testConnection } from './test-connection';
