// The type cases of the studio. All are open fonts (SIL OFL) from npm, never fonts of the machine,
// so that the pictures come out the same everywhere.

const variable = (name, files) => files.map(([file, style]) => [`@fontsource-variable/${name}/files/${name}-${file}.woff2`, '100 1000', style]);
const UPRIGHT = [['latin-wght-normal', 'normal']];
const WITH_ITALIC = [...UPRIGHT, ['latin-wght-italic', 'italic']];
const ARABIC_RANGE = 'U+0600-06FF, U+0750-077F, U+200C-200E, U+FB50-FDFF, U+FE70-FEFF';

const CASES = [
  ['Montserrat', variable('montserrat', WITH_ITALIC)],
  ['Playfair', variable('playfair-display', WITH_ITALIC)],
  ['Oswald', variable('oswald', UPRIGHT)],
  ['Nunito', variable('nunito', WITH_ITALIC)],
  ['Josefin', variable('josefin-sans', WITH_ITALIC)],
  ['Archivo', variable('archivo', WITH_ITALIC)],
  ['Cormorant', variable('cormorant-garamond', WITH_ITALIC)],
  ['Lobster', [['@fontsource/lobster-two/files/lobster-two-latin-700-italic.woff2', '700', 'italic'], ['@fontsource/lobster-two/files/lobster-two-latin-700-normal.woff2', '700', 'normal']]],
];
const BOTH_SCRIPTS = [
  ['Cairo', '@fontsource-variable/cairo/files/cairo-latin-wght-normal.woff2', '@fontsource-variable/cairo/files/cairo-arabic-wght-normal.woff2', '200 1000'],
  ['Kufi', '@fontsource-variable/reem-kufi/files/reem-kufi-latin-wght-normal.woff2', '@fontsource-variable/reem-kufi/files/reem-kufi-arabic-wght-normal.woff2', '400 700'],
  ['Tajawal', '@fontsource/tajawal/files/tajawal-latin-500-normal.woff2', '@fontsource/tajawal/files/tajawal-arabic-500-normal.woff2', '500'],
  ['Tajawal', '@fontsource/tajawal/files/tajawal-latin-800-normal.woff2', '@fontsource/tajawal/files/tajawal-arabic-800-normal.woff2', '800'],
];

/** Loads every face; text drawn before this would fall back to whatever the machine has. */
export async function loadFonts() {
  const faces = [];
  for (const [family, files] of CASES) for (const [file, weight, style] of files) faces.push(new FontFace(family, `url(/node_modules/${file})`, { weight, style }));
  for (const [family, latin, arabic, weight] of BOTH_SCRIPTS) {
    faces.push(new FontFace(family, `url(/node_modules/${latin})`, { weight, unicodeRange: 'U+0000-05FF, U+2000-200B, U+200F-2BFF' }));
    faces.push(new FontFace(family, `url(/node_modules/${arabic})`, { weight, unicodeRange: ARABIC_RANGE }));
  }
  for (const f of await Promise.all(faces.map((f) => f.load()))) document.fonts.add(f);
}
