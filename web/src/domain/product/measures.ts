/**
 * The text with every number on the line of what it counts or measures: '500 mg', '24 tablets', 'كل 6 ساعات'. Only
 * spaces change, each into one that does not break, so that places in the text stay where they are.
 */
export function joinMeasures(text: string): string {
  return text.replaceAll(/(?<=\p{Nd}) (?=[\p{L}%])/gu, '\u00a0')
}
