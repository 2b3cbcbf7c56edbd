// The printed front of a pack: a ground in one of several layouts, then the words in both languages.
import { clear, contrast, mix, onTop, readable } from './palette.js';
import { placeMotif } from './motifs.js';
import { LATIN, face } from './type.js';
import { line, patch, rule, stack } from './stack.js';

const NAME = face('Cairo', 700);
const SMALL = face('Cairo', 600);
const SMALL_AR = face('Cairo', 600);
const STRONG = face('Archivo', 800);

/**
 * Paints a front panel of w by h pixels.
 * `bare` leaves the ground clear, for print straight onto a coloured bottle.
 */
export function paintFront(ctx, w, h, art, { layout = art.layout, bare = false } = {}) {
  const draw = bare ? LAYOUTS.bare : (LAYOUTS[layout] ?? LAYOUTS.sweep);
  ctx.save();
  draw({ ctx, w, h, art, p: art.palette, tall: h > w * 0.8, unit: Math.min(w, h * 1.25) });
  ctx.restore();
}

function ground(ctx, w, h, from, to = from) {
  const shade = ctx.createLinearGradient(0, 0, w * 0.35, h);
  shade.addColorStop(0, from);
  shade.addColorStop(1, to);
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, w, h);
}

/** The colours the words take on one ground. */
function inksOn(p, colour) {
  const dark = contrast('#ffffff', colour) >= 2.6;
  if (dark) {
    const lively = contrast(p.accent, colour) >= 2.4 ? p.accent : '#ffffff';
    return { mark: '#ffffff', name: '#ffffff', arabic: '#ffffff', small: clear('#ffffff', 0.88), patch: lively, onPatch: readable(mix(colour, '#0d1512', 0.25), lively, 4.5) };
  }
  const strong = readable(p.sign, colour, 3.2);
  const ink = readable(p.ink, colour, 5);
  return { mark: strong, name: ink, arabic: ink, small: mix(ink, colour, 0.18), patch: strong, onPatch: onTop(strong) };
}

const markLines = (art) => (art.brandName.includes(' ') ? 2 : 1);

// The parts of the message, as blocks for a column. Sizes are shares of the reference (about a panel's height).
const brandBlock = (art, ink, size) => line(art.brandName, art.style.latin, size, ink.mark, { lines: markLines(art), gap: 0.1 });
const nameBlock = (art, ink, size, lines = 2) => line(art.labelEn, art.nameFace ?? NAME, size, ink.name, { lines, gap: 0.12 });
const substance = (art, ink, size) => (art.substanceEn ? line(art.substanceEn, SMALL, size, ink.small, { lines: 2, gap: 0.35 }) : null);
const brandArabic = (art, ink, size) => line(art.brandAr, art.style.arabic, size, ink.mark, { rtl: true, gap: 0.15 });
const nameArabic = (art, ink, size, lines = 2) => line(art.labelAr, face('Cairo', 700), size, ink.arabic, { rtl: true, lines, gap: 0.05 });
const wholeArabic = (art, ink, size, lines = 2) => line(`${art.brandAr.replaceAll(' ', '\u00a0')} ${art.labelAr}`.trim(), face('Cairo', 700), size, ink.arabic, { rtl: true, lines, gap: 0.3 });
const strengthPatch = (art, ink, size) => (art.strength ? patch(art.strength, STRONG, size, ink.onPatch, ink.patch, { gap: 0.55, round: art.round }) : null);

/** Pack contents along the foot: English at its start, Arabic at its end. */
function foot({ ctx, w, h, art }, fill, { y = h * 0.9, inset = 0.06, size = 0.052, centre = false, reference = Math.min(w, h * 1.4) } = {}) {
  const height = reference * size * 1.5;
  const half = { y: y - height / 2, h: height };
  if (centre) {
    stack(ctx, { x: w * inset, w: w * (1 - 2 * inset), ...half }, reference, [line(art.packBoth, SMALL, size, fill)], { align: 'centre' });
    return;
  }
  stack(ctx, { x: w * inset, w: w * 0.42, ...half }, reference, [line(art.packEn, SMALL, size, fill)], { align: 'start' });
  stack(ctx, { x: w * 0.52, w: w * (0.48 - inset), ...half }, reference, [line(art.packAr, SMALL_AR, size, fill, { rtl: true })], { align: 'end' });
}

/** English beside Arabic, for wide panels. */
function sideBySide({ ctx, w, h, art }, ink, { top = 0.08, bottom = 0.8, inset = 0.06, split = 0.56 } = {}) {
  const r = h;
  stack(ctx, { x: w * inset, y: h * top, w: w * (split - inset), h: h * (bottom - top) }, r, [
    brandBlock(art, ink, 0.235), nameBlock(art, ink, 0.15), substance(art, ink, 0.062), strengthPatch(art, ink, 0.085),
  ]);
  stack(ctx, { x: w * (split + 0.03), y: h * top, w: w * (1 - split - 0.03 - inset), h: h * (bottom - top) }, r, [
    brandArabic(art, ink, 0.19), nameArabic(art, ink, 0.13), art.substanceAr ? line(art.substanceAr, SMALL_AR, 0.06, ink.small, { rtl: true, gap: 0.1 }) : null,
  ], { align: 'end' });
}

/** Everything under each other, for tall panels. */
function oneColumn({ ctx, w, h, art, unit }, ink, { top = 0.1, bottom = 0.84, inset = 0.08, align = 'start', place = 'middle', withBrand = true } = {}) {
  stack(ctx, { x: w * inset, y: h * top, w: w * (1 - 2 * inset), h: h * (bottom - top) }, unit, [
    withBrand ? brandBlock(art, ink, 0.3) : null,
    nameBlock(art, ink, 0.165),
    wholeArabic(art, ink, 0.14),
    substance(art, ink, 0.062),
    strengthPatch(art, ink, 0.1),
  ], { align, place });
}

function wavePath(ctx, w, h, y, lift, dip) {
  ctx.beginPath();
  ctx.moveTo(0, y + lift);
  ctx.bezierCurveTo(w * 0.3, y - dip, w * 0.62, y + dip * 1.6, w, y - lift);
  ctx.lineTo(w, h);
  ctx.lineTo(0, h);
  ctx.closePath();
}

const LAYOUTS = {
  sweep(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', '#f7f9f8');
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.76 : 0.9), y: h * 0.14, r: panel.unit * (tall ? 0.22 : 0.3), a: p.strong, b: p.accent, opacity: 0.12, turn: art.turn });
    const y = h * (tall ? 0.74 : 0.72);
    ctx.fillStyle = p.accent;
    wavePath(ctx, w, h, y - h * 0.035, h * 0.05, h * 0.07);
    ctx.fill();
    const shade = ctx.createLinearGradient(0, y, w, h);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    ctx.fillStyle = shade;
    wavePath(ctx, w, h, y + h * 0.015, h * 0.045, h * 0.075);
    ctx.fill();
    const ink = inksOn(p, '#ffffff');
    if (tall) oneColumn(panel, ink, { top: 0.06, bottom: 0.68 });
    else sideBySide(panel, ink, { top: 0.06, bottom: 0.69 });
    foot(panel, onTop(p.deep), { y: h * (tall ? 0.92 : 0.905) });
  },

  crown(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', '#f6f8f7');
    const y = h * (tall ? 0.36 : 0.42);
    const shade = ctx.createLinearGradient(0, 0, w, y);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    for (const [dy, fill] of [[h * 0.035, p.accent], [0, shade]]) {
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.lineTo(w, 0);
      ctx.lineTo(w, y * 0.86 + dy);
      ctx.quadraticCurveTo(w / 2, y * 1.2 + dy * 1.6, 0, y * 0.86 + dy);
      ctx.fill();
    }
    const top = inksOn(p, mix(p.strong, p.deep, 0.4));
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.82 : 0.5), y: y * 0.5, r: panel.unit * 0.22, a: '#ffffff', b: '#ffffff', opacity: 0.15, turn: art.turn });
    const ink = inksOn(p, '#ffffff');
    if (tall) {
      stack(ctx, { x: w * 0.08, y: h * 0.04, w: w * 0.84, h: y * 0.78 }, panel.unit, [brandBlock(art, top, 0.22), brandArabic(art, top, 0.13)], { align: 'centre' });
      stack(ctx, { x: w * 0.08, y: y * 1.2, w: w * 0.84, h: h * 0.84 - y * 1.2 }, panel.unit, [nameBlock(art, ink, 0.15), nameArabic(art, ink, 0.125), substance(art, ink, 0.058), strengthPatch(art, ink, 0.09)], { align: 'centre' });
    } else {
      stack(ctx, { x: w * 0.06, y: h * 0.03, w: w * 0.5, h: y * 0.86 }, h, [brandBlock(art, top, 0.235)]);
      stack(ctx, { x: w * 0.6, y: h * 0.03, w: w * 0.34, h: y * 0.82 }, h, [brandArabic(art, top, 0.19)], { align: 'end' });
      stack(ctx, { x: w * 0.06, y: h * 0.5, w: w * 0.52, h: h * 0.33 }, h, [nameBlock(art, ink, 0.155), substance(art, ink, 0.06)]);
      stack(ctx, { x: w * 0.6, y: h * 0.5, w: w * 0.34, h: h * 0.33 }, h, [nameArabic(art, ink, 0.14), strengthPatch(art, ink, 0.085)], { align: 'end' });
    }
    foot(panel, ink.small, { y: h * 0.93 });
  },

  slant(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    const shade = ctx.createLinearGradient(0, 0, w, h);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    ctx.fillStyle = shade;
    ctx.fillRect(0, 0, w, h);
    const [high, low] = tall ? [h * 0.45, h * 0.33] : [h * 0.58, h * 0.4];
    for (const [shift, fill] of [[h * 0.045, p.accent], [0, '#ffffff']]) {
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.lineTo(w, 0);
      ctx.lineTo(w, low + shift);
      ctx.lineTo(0, high + shift);
      ctx.fill();
    }
    const bright = inksOn(p, '#ffffff');
    const dark = inksOn(p, mix(p.strong, p.deep, 0.4));
    // Tall panels set their words across the motif: there it stays inside the panel and is only a shade.
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.72 : 0.84), y: h * 0.74, r: panel.unit * 0.28, a: '#ffffff', b: p.accent, opacity: tall ? 0.06 : 0.2, turn: art.turn });
    if (tall) {
      stack(ctx, { x: w * 0.08, y: h * 0.06, w: w * 0.84, h: low - h * 0.05 }, panel.unit, [brandBlock(art, bright, 0.23), brandArabic(art, bright, 0.12)]);
      stack(ctx, { x: w * 0.08, y: high + h * 0.06, w: w * 0.84, h: h * 0.81 - high }, panel.unit, [nameBlock(art, dark, 0.14), nameArabic(art, dark, 0.12), substance(art, dark, 0.056), strengthPatch(art, dark, 0.085)], { place: 'top' });
    } else {
      stack(ctx, { x: w * 0.06, y: h * 0.05, w: w * 0.52, h: h * 0.42 }, h, [brandBlock(art, bright, 0.25)]);
      stack(ctx, { x: w * 0.62, y: h * 0.05, w: w * 0.32, h: h * 0.33 }, h, [brandArabic(art, bright, 0.19)], { align: 'end' });
      stack(ctx, { x: w * 0.06, y: h * 0.65, w: w * 0.5, h: h * 0.2 }, h, [nameBlock(art, dark, 0.15, 1), substance(art, dark, 0.058)]);
      stack(ctx, { x: w * 0.56, y: h * 0.52, w: w * 0.38, h: h * 0.33 }, h, [nameArabic(art, dark, 0.13, 1), strengthPatch(art, dark, 0.085)], { align: 'end' });
    }
    foot(panel, dark.small, { y: h * 0.93 });
  },

  solid(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, mix(p.strong, '#ffffff', 0.06), p.deep);
    ctx.save();
    ctx.globalAlpha = 0.1;
    ctx.fillStyle = '#ffffff';
    for (const [x, y, r] of [[0.95, 0.1, 0.42], [0.78, 0.95, 0.3], [0.05, 1.02, 0.36]]) {
      ctx.beginPath();
      ctx.arc(x * w, y * h, r * panel.unit * 1.15, 0, 7);
      ctx.fill();
    }
    ctx.restore();
    const ink = inksOn(p, mix(p.strong, p.deep, 0.4));
    ctx.fillStyle = ink.patch;
    ctx.fillRect(0, h * 0.845, w, h * 0.012);
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.8 : 0.56), y: h * (tall ? 0.76 : 0.5), r: panel.unit * 0.32, a: ink.patch, b: '#ffffff', opacity: 0.13, turn: art.turn });
    if (tall) oneColumn(panel, ink, { top: 0.08, bottom: 0.82 });
    else sideBySide(panel, ink, { top: 0.06, bottom: 0.83 });
    foot(panel, ink.small, { y: h * 0.925 });
  },

  spine(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', '#f5f8f6');
    const band = w * (tall ? 0.17 : 0.15);
    const shade = ctx.createLinearGradient(0, 0, 0, h);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    ctx.fillStyle = shade;
    ctx.fillRect(0, 0, band, h);
    ctx.fillStyle = p.accent;
    ctx.fillRect(band, 0, w * 0.014, h);
    placeMotif(ctx, art.motif, { x: band / 2, y: h * (tall ? 0.1 : 0.2), r: band * 0.34, a: '#ffffff', b: clear('#ffffff', 0.6) });
    ctx.save();
    ctx.translate(band / 2, h * 0.93);
    ctx.rotate(-Math.PI / 2);
    stack(ctx, { x: 0, y: -band * 0.3, w: h * 0.62, h: band * 0.6 }, band, [line(art.packEn, SMALL, 0.3, onTop(p.deep))]);
    ctx.restore();
    const ink = inksOn(p, '#ffffff');
    const inner = { ...panel, w: w - band };
    ctx.translate(band, 0);
    if (tall) oneColumn(inner, ink, { top: 0.07, bottom: 0.86, inset: 0.09 });
    else sideBySide(inner, ink, { top: 0.07, bottom: 0.84, inset: 0.055 });
    stack(ctx, { x: 0, y: h * 0.87, w: inner.w * 0.93, h: h * 0.09 }, panel.unit, [line(art.packAr, SMALL_AR, 0.055, ink.small, { rtl: true })], { align: 'end' });
  },

  orbit(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', mix(p.tint, '#ffffff', 0.55));
    // On a panel close to square the disc shrinks, so that it ends where the words do.
    const r = tall ? Math.min(w * 0.31, h * 0.19) : Math.min(h * 0.34, w * 0.17);
    // A disc that takes about half the width stands above the contents, not beside them.
    const above = tall && r > w * 0.212;
    const [x, y] = tall ? [w * 0.97 - r * 1.12, h * (above ? 0.86 : 0.96) - r] : [w * 0.965 - r, h * 0.955 - r];
    const shade = ctx.createRadialGradient(x - r * 0.3, y - r * 0.3, r * 0.1, x, y, r);
    shade.addColorStop(0, mix(p.strong, '#ffffff', 0.14));
    shade.addColorStop(1, p.strong);
    ctx.fillStyle = clear(p.accent, 0.9);
    ctx.beginPath();
    ctx.arc(x - r * 0.12, y - r * 0.08, r * 1.1, 0, 7);
    ctx.fill();
    ctx.fillStyle = shade;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    placeMotif(ctx, art.motif, { x: x - r * 0.05, y, r: r * 0.5, a: onTop(p.strong), b: clear(onTop(p.strong), 0.65), turn: art.turn });
    const ink = inksOn(p, '#ffffff');
    if (tall) oneColumn(panel, ink, { top: 0.06, bottom: (y - r * 1.24) / h });
    else {
      stack(ctx, { x: w * 0.06, y: h * 0.2, w: w * 0.5, h: h * 0.65 }, h, [brandBlock(art, ink, 0.24), nameBlock(art, ink, 0.15), substance(art, ink, 0.06), strengthPatch(art, ink, 0.085)]);
      stack(ctx, { x: w * 0.5, y: h * 0.045, w: w * 0.455, h: h * 0.16 }, h, [wholeArabic(art, ink, 0.14, 1)], { align: 'end', place: 'top' });
    }
    stack(ctx, { x: w * 0.06, y: h * 0.88, w: w * (above ? 0.88 : tall ? 0.4 : 0.5), h: h * 0.07 }, panel.unit, [line(art.packBoth, SMALL, 0.05, ink.small)]);
  },

  frame(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#fffefb', p.tint);
    const inset = panel.unit * 0.05;
    ctx.strokeStyle = clear(p.strong, 0.75);
    ctx.lineWidth = Math.max(2, panel.unit * 0.006);
    ctx.strokeRect(inset, inset, w - 2 * inset, h - 2 * inset);
    ctx.fillStyle = p.strong;
    ctx.fillRect(inset, h - inset - panel.unit * 0.13, w - 2 * inset, panel.unit * 0.13);
    const ink = inksOn(p, '#fffefb');
    placeMotif(ctx, art.motif, { x: w * 0.5, y: h * (tall ? 0.15 : 0.17), r: panel.unit * (tall ? 0.085 : 0.075), a: p.strong, b: p.accent });
    const top = tall ? 0.24 : 0.28;
    stack(ctx, { x: w * 0.1, y: h * top, w: w * 0.8, h: h - inset - panel.unit * 0.15 - h * top }, panel.unit, [
      brandBlock(art, ink, 0.19), rule(clear(p.strong, 0.6), { width: 0.22 }), nameBlock(art, ink, 0.11), wholeArabic(art, ink, 0.105), substance(art, ink, 0.05), strengthPatch(art, ink, 0.07),
    ], { align: 'centre' });
    foot(panel, onTop(p.strong), { y: h - inset - panel.unit * 0.065, inset: 0.1, size: 0.05 });
  },

  ribbon(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', '#f6f8f7');
    const [y, high] = tall ? [h * 0.38, h * 0.24] : [h * 0.4, h * 0.3];
    ctx.fillStyle = p.accent;
    ctx.fillRect(0, y - h * 0.025, w, high + h * 0.05);
    const shade = ctx.createLinearGradient(0, y, w, y + high);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    ctx.fillStyle = shade;
    ctx.fillRect(0, y, w, high);
    placeMotif(ctx, art.motif, { x: w * 0.9, y: y + high / 2, r: high * 0.62, a: '#ffffff', b: '#ffffff', opacity: 0.16, turn: art.turn });
    const ink = inksOn(p, '#ffffff');
    const band = inksOn(p, mix(p.strong, p.deep, 0.4));
    if (tall) {
      stack(ctx, { x: w * 0.08, y: h * 0.05, w: w * 0.84, h: y - h * 0.1 }, panel.unit, [brandBlock(art, ink, 0.23), brandArabic(art, ink, 0.125)]);
      stack(ctx, { x: w * 0.08, y: y + high * 0.05, w: w * 0.84, h: high * 0.9 }, panel.unit, [nameBlock(art, band, 0.15), nameArabic(art, band, 0.12, 1)]);
      if (art.substanceEn || art.strength) stack(ctx, { x: w * 0.08, y: y + high + h * 0.05, w: w * 0.84, h: h * 0.2 }, panel.unit, [substance(art, ink, 0.062), strengthPatch(art, ink, 0.09)], { place: 'top' });
      else placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.77, r: Math.min(w * 0.16, h * 0.1), a: p.strong, b: p.accent, turn: art.turn * 0.4 });
    } else {
      stack(ctx, { x: w * 0.06, y: h * 0.04, w: w * 0.5, h: y - h * 0.09 }, h, [brandBlock(art, ink, 0.25)]);
      stack(ctx, { x: w * 0.6, y: h * 0.04, w: w * 0.34, h: y - h * 0.09 }, h, [brandArabic(art, ink, 0.19)], { align: 'end' });
      stack(ctx, { x: w * 0.06, y: y + h * 0.02, w: w * 0.5, h: high - h * 0.04 }, h, [nameBlock(art, band, 0.16)]);
      stack(ctx, { x: w * 0.6, y: y + h * 0.02, w: w * 0.34, h: high - h * 0.04 }, h, [nameArabic(art, band, 0.14)], { align: 'end' });
      stack(ctx, { x: w * 0.06, y: y + high + h * 0.035, w: w * 0.56, h: h * 0.12 }, h, [substance(art, ink, 0.062)]);
      stack(ctx, { x: w * 0.62, y: y + high + h * 0.035, w: w * 0.32, h: h * 0.12 }, h, [strengthPatch(art, ink, 0.08)], { align: 'end' });
    }
    foot(panel, ink.small, { y: h * 0.93 });
  },

  halves(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', mix(p.tint, '#ffffff', 0.6));
    const shade = ctx.createLinearGradient(w, 0, w * 0.4, h);
    shade.addColorStop(0, p.strong);
    shade.addColorStop(1, p.deep);
    ctx.fillStyle = shade;
    ctx.beginPath();
    if (tall) {
      ctx.moveTo(0, h * 0.6);
      ctx.quadraticCurveTo(w * 0.5, h * 0.5, w, h * 0.6);
      ctx.lineTo(w, h);
      ctx.lineTo(0, h);
    } else {
      ctx.moveTo(w * 0.62, 0);
      ctx.quadraticCurveTo(w * 0.5, h * 0.5, w * 0.62, h);
      ctx.lineTo(w, h);
      ctx.lineTo(w, 0);
    }
    ctx.fill();
    ctx.lineWidth = panel.unit * 0.018;
    ctx.strokeStyle = p.accent;
    ctx.stroke();
    const ink = inksOn(p, '#ffffff');
    const dark = inksOn(p, mix(p.strong, p.deep, 0.4));
    if (tall) {
      placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.83, r: panel.unit * 0.32, a: '#ffffff', b: '#ffffff', opacity: 0.13, turn: art.turn });
      stack(ctx, { x: w * 0.08, y: h * 0.06, w: w * 0.84, h: h * 0.44 }, panel.unit, [brandBlock(art, ink, 0.23), nameBlock(art, ink, 0.14), substance(art, ink, 0.056)], { align: 'centre' });
      stack(ctx, { x: w * 0.08, y: h * 0.61, w: w * 0.84, h: h * 0.26 }, panel.unit, [wholeArabic(art, dark, 0.125), strengthPatch(art, dark, 0.085)], { align: 'centre' });
      foot(panel, dark.small, { y: h * 0.935 });
    } else {
      placeMotif(ctx, art.motif, { x: w * 0.82, y: h * 0.78, r: h * 0.3, a: '#ffffff', b: '#ffffff', opacity: 0.14, turn: art.turn });
      stack(ctx, { x: w * 0.055, y: h * 0.07, w: w * 0.47, h: h * 0.76 }, h, [brandBlock(art, ink, 0.23), nameBlock(art, ink, 0.145), substance(art, ink, 0.06), strengthPatch(art, ink, 0.085)]);
      stack(ctx, { x: w * 0.62, y: h * 0.1, w: w * 0.33, h: h * 0.6 }, h, [brandArabic(art, dark, 0.19), nameArabic(art, dark, 0.135)], { align: 'end' });
      stack(ctx, { x: w * 0.055, y: h * 0.88, w: w * 0.44, h: h * 0.08 }, h, [line(art.packEn, SMALL, 0.06, ink.small)]);
      stack(ctx, { x: w * 0.6, y: h * 0.88, w: w * 0.35, h: h * 0.08 }, h, [line(art.packAr, SMALL_AR, 0.06, dark.small, { rtl: true })], { align: 'end' });
    }
  },

  beam(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, p.strong, p.deep);
    const [cx, cy] = tall ? [w * 0.5, h * 0.95] : [w * 0.98, h * 0.5];
    ctx.save();
    for (let i = 0; i < 22; i++) {
      ctx.fillStyle = clear(i % 2 ? '#ffffff' : p.accent, i % 2 ? 0.06 : 0.12);
      ctx.beginPath();
      ctx.moveTo(cx, cy);
      ctx.arc(cx, cy, w + h, (i * Math.PI) / 11, ((i + 0.55) * Math.PI) / 11);
      ctx.fill();
    }
    ctx.restore();
    const ink = inksOn(p, mix(p.strong, p.deep, 0.5));
    if (tall) {
      const hill = Math.min(w * 0.46, h * 0.36);
      oneColumn(panel, ink, { top: 0.06, bottom: 0.99 - hill / h });
      ctx.fillStyle = '#ffffff';
      ctx.beginPath();
      ctx.ellipse(w * 0.5, h * 1.02, w * 0.56, hill, 0, 0, 7);
      ctx.fill();
      placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 1.02 - hill * 0.62, r: hill * 0.26, a: p.strong, b: p.accent });
      stack(ctx, { x: w * 0.2, y: h * 0.925, w: w * 0.6, h: h * 0.05 }, panel.unit, [line(art.packBoth, SMALL, 0.05, p.ink)], { align: 'centre' });
    } else {
      // The disc ends where the words do, also on a panel close to square.
      ctx.fillStyle = '#ffffff';
      ctx.beginPath();
      ctx.arc(w * 1.0, h * 0.5, Math.min(h * 0.52, w * 0.3), 0, 7);
      ctx.fill();
      placeMotif(ctx, art.motif, { x: w * 0.885, y: h * 0.5, r: Math.min(h * 0.24, w * 0.095), a: p.strong, b: p.accent, turn: art.turn * 0.4 });
      stack(ctx, { x: w * 0.055, y: h * 0.06, w: w * 0.6, h: h * 0.48 }, h, [brandBlock(art, ink, 0.25), nameBlock(art, ink, 0.15)]);
      stack(ctx, { x: w * 0.055, y: h * 0.55, w: w * 0.62, h: h * 0.3 }, h, [wholeArabic(art, ink, 0.13, 1), art.strength ? strengthPatch(art, ink, 0.085) : substance(art, ink, 0.06)], { place: 'top' });
      stack(ctx, { x: w * 0.055, y: h * 0.885, w: w * 0.6, h: h * 0.08 }, h, [line(art.packBoth, SMALL, 0.058, ink.small)]);
    }
  },

  petal(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, mix(p.tint, '#ffffff', 0.3), p.soft);
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.74 : 0.92), y: h * (tall ? 0.86 : 0.82), r: panel.unit * (tall ? 0.24 : 0.46), a: p.strong, b: p.accent, opacity: 0.3, turn: art.turn });
    placeMotif(ctx, art.motif, { x: w * (tall ? 0.16 : 0.04), y: h * 0.06, r: panel.unit * (tall ? 0.13 : 0.2), a: p.strong, b: p.accent, opacity: 0.22, turn: -art.turn });
    const ink = { ...inksOn(p, '#ffffff'), mark: readable(p.sign, p.soft, 3.2) };
    if (tall) oneColumn(panel, ink, { top: 0.08, bottom: 0.82, align: 'centre' });
    else sideBySide(panel, ink, { top: 0.08, bottom: 0.82 });
    foot(panel, ink.name, { y: h * 0.92 });
  },

  calm(panel) {
    const { ctx, w, h, art, p, tall } = panel;
    ground(ctx, w, h, '#ffffff', mix(p.tint, '#ffffff', 0.35));
    ctx.fillStyle = p.strong;
    ctx.fillRect(0, 0, w, h * 0.022);
    const ink = inksOn(p, '#ffffff');
    ctx.fillStyle = p.accent;
    ctx.fillRect(0, h * 0.022, w, h * 0.01);
    if (tall) {
      stack(ctx, { x: w * 0.09, y: h * 0.08, w: w * 0.82, h: h * 0.16 }, panel.unit, [brandBlock(art, ink, 0.19)], { align: 'centre' });
      stack(ctx, { x: w * 0.09, y: h * 0.3, w: w * 0.82, h: h * 0.4 }, panel.unit, [
        nameBlock(art, ink, 0.125), rule(p.accent, { width: 0.25, gap: 0.5 }), wholeArabic(art, ink, 0.11), substance(art, ink, 0.054), strengthPatch(art, ink, 0.075),
      ], { align: 'centre', place: 'top' });
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, h * 0.7, w, h * 0.17);
      ctx.clip();
      placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.87, r: w * 0.26, a: p.strong, b: p.accent, opacity: 0.26 });
      ctx.restore();
    } else {
      placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.62, r: h * 0.24, a: p.strong, b: p.accent, opacity: 0.16, turn: art.turn });
      sideBySide(panel, ink, { top: 0.09, bottom: 0.83 });
    }
    ctx.fillStyle = p.strong;
    ctx.fillRect(0, h * 0.88, w, h * 0.12);
    foot(panel, onTop(p.strong), { y: h * 0.94 });
  },

  // Print on the bare wall of a bottle or tube.
  bare(panel) {
    const { ctx, w, h, art, p } = panel;
    const ink = art.onBody ?? inksOn(p, p.main);
    const r = Math.min(panel.unit * 0.115, h * 0.085);
    placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.1, r, a: ink.patch, b: clear(ink.mark, 0.55) });
    stack(ctx, { x: w * 0.09, y: h * 0.2, w: w * 0.82, h: h * 0.64 }, panel.unit, [
      brandBlock(art, ink, 0.3), rule(ink.patch, { width: 0.26, gap: 0.5 }), nameBlock(art, ink, 0.16), wholeArabic(art, ink, 0.14), substance(art, ink, 0.064), strengthPatch(art, ink, 0.095),
    ], { align: 'centre', place: 'top' });
    foot(panel, ink.small, { y: h * 0.94, centre: true, size: 0.062 });
  },
};

export { inksOn, LATIN };
