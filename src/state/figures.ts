export type { Mean, Share } from '../core/text/figures';
