export function wholeText(count: number, language: string): string {
  return count.toLocaleString(language);
}

export function decimalText(value: number, decimals: number, language: string): string {
  return value.toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
