/** What is wrong with an input as it is being typed. */
export { faultOf, jsonFaultOf } from '../core/cases/find-input-faults';
