import type { Place } from './places';

/**
 * The kinds of court that matter for a citation. Two names of the same type are the same kind of court, whatever the
 * language, the former name or the section that sat. The Market Court is a section of the Brussels court of appeal.
 */
export type CourtType =
  | 'cassation'
  | 'constitutional'
  | 'council-of-state'
  | 'appeal'
  | 'labour-court'
  | 'assize'
  | 'first-instance'
  | 'labour-tribunal'
  | 'enterprise-tribunal'
  | 'arrondissement-tribunal'
  | 'police-tribunal'
  | 'justice-of-the-peace'
  | 'aliens-council'
  | 'permit-disputes-council'
  | 'enforcement-college'
  | 'court-of-audit'
  | 'military-court'
  | 'data-protection-authority'
  | 'eu-court-of-justice'
  | 'eu-general-court'
  | 'human-rights-court'
  | 'benelux-court';

export type CourtSection =
  | 'civil'
  | 'correctional'
  | 'family'
  | 'youth'
  | 'sentence-enforcement'
  | 'seizures'
  | 'council-chamber'
  | 'indictment-chamber'
  | 'tax'
  | 'summary'
  | 'president'
  | 'markets';

export type CourtLanguage = 'fr' | 'nl' | 'de';

/**
 * `NATIONAL`: the only court of its type. `SPECIFIC`: the name says where. `GENERIC`: a type without a place.
 */
export type CourtClassification = 'NATIONAL' | 'SPECIFIC' | 'GENERIC';

export interface Court {
  readonly type: CourtType;
  /** Set exactly when the classification is SPECIFIC. A place that is in no table has `known: false`. */
  readonly place: Place | null;
  /** "Hainaut, division Charleroi": the place is Hainaut, the division Charleroi. */
  readonly division: Place | null;
  /** Number of the canton of a justice of the peace. */
  readonly canton: number | null;
  readonly section: CourtSection | null;
  readonly classification: CourtClassification;
  /** Language of the words that were recognised; null where they are the same in several languages. */
  readonly language: CourtLanguage | null;
  /** The French- or Dutch-speaking tribunal, as in Brussels, where the name says so. */
  readonly bench: 'fr' | 'nl' | null;
  /** A name the court no longer bears, such as Arbitragehof or rechtbank van koophandel. */
  readonly former: boolean;
  readonly abbreviated: boolean;
  /** A European or Benelux court: the only one of its type, so NATIONAL, though not Belgian. */
  readonly international: boolean;
  /** The words that were recognised as the type, as they stand in the name. */
  readonly matched: string;
}
