const REPORTED =
  /(?:[했였됐았었]다|한다|된다|이다|있다|없다|하기로|되기로|예정|확정|합의|결정|동의|제안|승인|요청|언급|설명|강조|발언|완료|필요|의견|논의|협의|공유|확인|보고)$/u;
const FIRST_SYLLABLE = 0xac00;
const FINALS = 28;
const FINAL_MIEUM = 16;

/** `출시일을 확정함`, `모두 동의하였다`: written about what was said, in a form that no speaker uses. */
export function isReport(text: string): boolean {
  const words = text.normalize('NFC').replace(/[^\p{L}\p{N}]+$/u, '');
  if (REPORTED.test(words)) return true;
  const last = words.charCodeAt(words.length - 1) - FIRST_SYLLABLE;
  return last >= 0 && last < 11_172 && last % FINALS === FINAL_MIEUM;
}
