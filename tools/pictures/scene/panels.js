// The other sides of a pack: flaps, small print and bar lines.
import { clear, mix, onTop } from './palette.js';
import { placeMotif } from './motifs.js';
import { face } from './type.js';
import { line, stack } from './stack.js';
import { chance } from './random.js';

const PRINT = face('Cairo', 500);
const TEXTS = {
  oral: ['Read the leaflet before use. Keep out of reach of children. Store below 25 °C.', 'اقرأ النشرة قبل الاستعمال. يُحفظ بعيداً عن متناول الأطفال. يُحفظ دون 25 درجة مئوية.'],
  skin: ['For external use only. Avoid contact with the eyes. Keep out of reach of children.', 'للاستعمال الخارجي فقط. تجنّب ملامسة العينين. يُحفظ بعيداً عن متناول الأطفال.'],
};

/** Lines like a bar code; they mean nothing and scan as nothing. */
export function bars(ctx, x, y, w, h, seed) {
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(x, y, w, h);
  ctx.fillStyle = '#1b211f';
  const random = chance(`bars ${seed}`);
  for (let at = x + w * 0.06; at < x + w * 0.93; ) {
    const thick = (random.pick([1, 1, 2, 3]) * w) / 95;
    ctx.fillRect(at, y + h * 0.08, thick, h * 0.72);
    at += thick + (random.pick([1, 2, 2, 3]) * w) / 95;
  }
}

/** A narrow side of a carton: colour, the name again, small print and bars. */
export function paintSide(ctx, w, h, art) {
  const p = art.palette;
  const shade = ctx.createLinearGradient(0, 0, 0, h);
  const ground = art.sideOnColour ? p.strong : '#fbfcfb';
  shade.addColorStop(0, ground);
  shade.addColorStop(1, art.sideOnColour ? p.deep : '#f1f5f3');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, w, h);
  const ink = art.sideOnColour ? onTop(p.deep) : p.ink;
  if (h > w) {
    ctx.save();
    ctx.translate(w / 2, h * 0.06);
    ctx.rotate(Math.PI / 2);
    stack(ctx, { x: 0, y: -w * 0.2, w: h * 0.5, h: w * 0.4 }, w, [line(art.brandName, art.style.latin, 0.34, ink)], { align: 'start' });
    ctx.restore();
    stack(ctx, { x: w * 0.12, y: h * 0.6, w: w * 0.76, h: h * 0.1 }, w, [line(art.strength || art.labelEn, face('Archivo', 700), 0.13, ink, { lines: 2 })], { align: 'centre' });
    bars(ctx, w * 0.18, h * 0.74, w * 0.64, h * 0.16, art.code);
  } else {
    placeMotif(ctx, art.motif, { x: w * 0.5, y: h * 0.24, r: Math.min(w, h) * 0.13, a: art.sideOnColour ? clear('#ffffff', 0.9) : p.strong, b: p.accent });
    stack(ctx, { x: w * 0.1, y: h * 0.4, w: w * 0.8, h: h * 0.26 }, w, [line(art.brandName, art.style.latin, 0.19, ink, { lines: 2 }), line(art.brandAr, art.style.arabic, 0.14, ink, { rtl: true })], { align: 'centre' });
    bars(ctx, w * 0.2, h * 0.72, w * 0.6, h * 0.2, art.code);
  }
}

/** The top of a carton: colour, the name, and the line of its flap. */
export function paintTop(ctx, w, h, art) {
  const p = art.palette;
  ctx.fillStyle = art.topOnColour ? p.strong : '#fdfefd';
  ctx.fillRect(0, 0, w, h);
  const ink = art.topOnColour ? onTop(p.strong) : mix(p.ink, '#ffffff', 0.1);
  stack(ctx, { x: w * 0.06, y: h * 0.2, w: w * 0.42, h: h * 0.6 }, h, [line(art.brandName, art.style.latin, 0.36, ink)], { align: 'start' });
  stack(ctx, { x: w * 0.54, y: h * 0.2, w: w * 0.4, h: h * 0.6 }, h, [line(art.brandAr, art.style.arabic, 0.36, ink, { rtl: true })], { align: 'end' });
  ctx.strokeStyle = 'rgba(20,30,26,0.16)';
  ctx.lineWidth = 2;
  ctx.strokeRect(1, 1, w - 2, h - 2);
}

/** Small print in both languages, wrapped by hand into the width. */
export function smallPrint(ctx, x, y, w, size, art, fill) {
  const [english, arabic] = TEXTS[art.onSkin ? 'skin' : 'oral'];
  ctx.fillStyle = fill;
  ctx.font = `${PRINT.weight} ${size}px Cairo`;
  for (const [text, rtl] of [[english, false], [arabic, true]]) {
    ctx.direction = rtl ? 'rtl' : 'ltr';
    ctx.textAlign = rtl ? 'right' : 'left';
    let row = '';
    for (const word of text.split(' ')) {
      if (ctx.measureText(`${row} ${word}`).width > w && row) {
        ctx.fillText(row, rtl ? x + w : x, (y += size * 1.35));
        row = word;
      } else row = row ? `${row} ${word}` : word;
    }
    ctx.fillText(row, rtl ? x + w : x, (y += size * 1.35));
    y += size * 0.6;
  }
}
