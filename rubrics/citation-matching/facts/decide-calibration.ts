import { CEILINGS, DIFFERENT_TYPE_WARNING, type CeilingId } from './find-ceilings';
import { finding, type Finding } from './finding';
import type { Correctness } from './decide-correctness';

export type Calibration = 'WELL_CALIBRATED' | 'OVERCONFIDENT' | 'UNDERCONFIDENT';

interface Evidence {
  confidence: number | null;
  ceiling: CeilingId | null;
  range: Finding<[number, number]> | null;
  correctness: Correctness | null;
  isContradicted: boolean;
}

/** What even a candidate may have that nothing tells from others of the cited court. */
const MOST_WITHOUT_EVIDENCE = 60;

/** `confidence_calibration`: the model's confidence against ceiling and range. No match counts as confidence 0. */
export function decideCalibration({
  confidence,
  ceiling,
  range,
  correctness,
  isContradicted,
}: Evidence): Finding<Calibration> | null {
  if (correctness === 'CORRECT_NO_MATCH') {
    return finding('WELL_CALIBRATED', (say) => say.rightlyNone);
  }
  if (confidence === null) return null;
  if (ceiling !== null && confidence > CEILINGS[ceiling].max) {
    return finding('OVERCONFIDENT', (say) => say.aboveCeiling(confidence, ceiling));
  }
  // The rubric gives this ceiling as 15 and as 20: what lies between is left to the judge, and a warning watches it.
  if (ceiling === 'different-type' && confidence > DIFFERENT_TYPE_WARNING) return null;
  if (isContradicted && confidence > MOST_WITHOUT_EVIDENCE) {
    return finding('OVERCONFIDENT', (say) => say.ruledOut(confidence));
  }
  if (range === null) return null;
  const [low, high] = range.value;
  if (confidence > high) return finding('OVERCONFIDENT', (say) => say.aboveRange(confidence, low, high));
  if (confidence < low) return finding('UNDERCONFIDENT', (say) => say.belowRange(confidence, low, high));
  return finding('WELL_CALIBRATED', (say) => say.withinRange(confidence, low, high));
}
