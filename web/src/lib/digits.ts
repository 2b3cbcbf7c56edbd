const ARABIC_INDIC_ZERO = 0x0660
const PERSIAN_ZERO = 0x06f0
const ARABIC_DECIMAL_SIGN = '٫'

/**
 * Turns Arabic-Indic (٠–٩) and Persian (۰–۹) digits into 0–9 and the Arabic decimal sign (٫) into
 * a point, and leaves everything else as it is. The server folds the same way.
 */
export function foldDigits(text: string): string {
  let folded = ''
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code >= ARABIC_INDIC_ZERO && code <= ARABIC_INDIC_ZERO + 9)
      folded += code - ARABIC_INDIC_ZERO
    else if (code >= PERSIAN_ZERO && code <= PERSIAN_ZERO + 9) folded += code - PERSIAN_ZERO
    else folded += character === ARABIC_DECIMAL_SIGN ? '.' : character
  }
  return folded
}
