/** Everything about judges behind a server, in one module, so that the page loads it when one is used. */
export { apiJudge } from './api-judge';
export { connectionsTo } from './connections';
export { listModels } from './list-models';
export { localNetwork } from './local-network';
export { probe } from './probe';
export { Protocols } from './protocols';
export { testConnection } from './test-connection';
export { wireFor } from './wires';
export { providerOf } from './providers';
export { withinLimit } from './within-limit';
