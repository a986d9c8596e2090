/** What is wrong with an input as it is being typed. */
export { faultOf, jsonFaultOf } from './mapping/find-input-faults';
