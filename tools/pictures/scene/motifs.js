// Small drawings that tell what a pack is about. Each is drawn around the origin within the radius r.

const TAU = Math.PI * 2;

function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
}

function around(ctx, count, draw) {
  for (let i = 0; i < count; i++) {
    ctx.save();
    ctx.rotate((i * TAU) / count);
    draw(i);
    ctx.restore();
  }
}

function leafPath(ctx, length, width) {
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.bezierCurveTo(width, -length * 0.25, width * 0.9, -length * 0.75, 0, -length);
  ctx.bezierCurveTo(-width * 0.9, -length * 0.75, -width, -length * 0.25, 0, 0);
}

function dropPath(ctx, r) {
  ctx.beginPath();
  ctx.moveTo(0, -r);
  ctx.bezierCurveTo(r * 0.28, -r * 0.45, r * 0.66, -r * 0.1, r * 0.66, r * 0.32);
  ctx.arc(0, r * 0.32, r * 0.66, 0, Math.PI);
  ctx.bezierCurveTo(-r * 0.66, -r * 0.1, -r * 0.28, -r * 0.45, 0, -r);
}

/** Every motif takes the canvas, a radius and two colours. */
export const MOTIFS = {
  rings(ctx, r, a, b) {
    for (const [size, width, colour] of [[0.92, 0.06, a], [0.68, 0.09, a], [0.43, 0.12, b]]) {
      ctx.lineWidth = r * width;
      ctx.strokeStyle = colour;
      disc(ctx, 0, 0, r * size);
      ctx.stroke();
    }
    ctx.fillStyle = b;
    disc(ctx, 0, 0, r * 0.19);
    ctx.fill();
  },
  pulse(ctx, r, a, b) {
    ctx.strokeStyle = a;
    ctx.lineWidth = r * 0.1;
    ctx.lineJoin = ctx.lineCap = 'round';
    ctx.beginPath();
    [[-1, 0], [-0.5, 0], [-0.32, -0.32], [-0.08, 0.72], [0.16, -0.82], [0.36, 0.22], [0.48, 0], [1, 0]].forEach(([x, y], i) => (i ? ctx.lineTo(x * r, y * r) : ctx.moveTo(x * r, y * r)));
    ctx.stroke();
    ctx.fillStyle = b;
    disc(ctx, r, 0, r * 0.1);
    ctx.fill();
  },
  bolt(ctx, r, a, b) {
    ctx.fillStyle = b;
    disc(ctx, 0, 0, r * 0.92);
    ctx.fill();
    ctx.fillStyle = a;
    ctx.beginPath();
    [[0.16, -0.72], [-0.46, 0.12], [-0.06, 0.12], [-0.2, 0.74], [0.48, -0.16], [0.06, -0.16]].forEach(([x, y], i) => (i ? ctx.lineTo(x * r, y * r) : ctx.moveTo(x * r, y * r)));
    ctx.fill();
  },
  sun(ctx, r, a, b) {
    ctx.fillStyle = b;
    around(ctx, 14, () => {
      ctx.beginPath();
      ctx.moveTo(-r * 0.07, -r * 0.62);
      ctx.lineTo(0, -r);
      ctx.lineTo(r * 0.07, -r * 0.62);
      ctx.fill();
    });
    ctx.fillStyle = a;
    disc(ctx, 0, 0, r * 0.52);
    ctx.fill();
  },
  moon(ctx, r, a, b) {
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.8, 0.35 * Math.PI, 1.75 * Math.PI);
    ctx.arc(r * 0.36, -r * 0.12, r * 0.62, 1.62 * Math.PI, 0.5 * Math.PI, true);
    ctx.fill();
    ctx.fillStyle = b;
    for (const [x, y, s] of [[0.55, -0.5, 0.16], [0.86, 0.06, 0.1], [0.42, 0.16, 0.09]]) star(ctx, x * r, y * r, s * r);
  },
  citrus(ctx, r, a, b) {
    ctx.strokeStyle = a;
    ctx.lineWidth = r * 0.1;
    disc(ctx, 0, 0, r * 0.92);
    ctx.stroke();
    ctx.fillStyle = b;
    around(ctx, 9, () => {
      ctx.beginPath();
      ctx.moveTo(0, -r * 0.1);
      ctx.quadraticCurveTo(-r * 0.3, -r * 0.68, -r * 0.12, -r * 0.76);
      ctx.quadraticCurveTo(0, -r * 0.8, r * 0.12, -r * 0.76);
      ctx.quadraticCurveTo(r * 0.3, -r * 0.68, 0, -r * 0.1);
      ctx.fill();
    });
  },
  leaf(ctx, r, a, b) {
    ctx.save();
    ctx.translate(0, r * 0.85);
    for (const [turn, length, width, colour] of [[-0.62, 1.35, 0.38, b], [0.62, 1.35, 0.38, b], [0, 1.75, 0.46, a]]) {
      ctx.save();
      ctx.rotate(turn);
      ctx.fillStyle = colour;
      leafPath(ctx, r * length, r * width);
      ctx.fill();
      ctx.strokeStyle = 'rgba(255,255,255,0.55)';
      ctx.lineWidth = r * 0.035;
      ctx.beginPath();
      ctx.moveTo(0, -r * 0.15);
      ctx.lineTo(0, -r * length * 0.8);
      ctx.stroke();
      ctx.restore();
    }
    ctx.restore();
  },
  mint(ctx, r, a, b) {
    around(ctx, 4, (i) => {
      ctx.fillStyle = i % 2 ? b : a;
      leafPath(ctx, r * 0.98, r * 0.34);
      ctx.fill();
      ctx.strokeStyle = 'rgba(255,255,255,0.5)';
      ctx.lineWidth = r * 0.03;
      ctx.beginPath();
      ctx.moveTo(0, -r * 0.1);
      ctx.lineTo(0, -r * 0.85);
      ctx.stroke();
    });
  },
  drop(ctx, r, a, b) {
    ctx.fillStyle = a;
    dropPath(ctx, r);
    ctx.fill();
    ctx.strokeStyle = b;
    ctx.lineWidth = r * 0.1;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.arc(0, r * 0.32, r * 0.42, 0.15 * Math.PI, 0.6 * Math.PI);
    ctx.stroke();
  },
  drops(ctx, r, a, b) {
    for (const [x, y, s, colour] of [[-0.3, 0.12, 0.72, a], [0.46, -0.32, 0.44, b], [0.42, 0.52, 0.32, a]]) {
      ctx.save();
      ctx.translate(x * r, y * r);
      ctx.fillStyle = colour;
      dropPath(ctx, r * s);
      ctx.fill();
      ctx.restore();
    }
  },
  bubbles(ctx, r, a, b) {
    for (const [x, y, s, colour] of [[-0.28, 0.2, 0.56, a], [0.5, -0.3, 0.36, b], [0.42, 0.5, 0.26, a], [-0.42, -0.62, 0.2, b], [0.06, -0.72, 0.12, a]]) {
      ctx.fillStyle = colour;
      disc(ctx, x * r, y * r, s * r);
      ctx.fill();
      ctx.fillStyle = 'rgba(255,255,255,0.55)';
      disc(ctx, (x - s * 0.34) * r, (y - s * 0.36) * r, s * r * 0.2);
      ctx.fill();
    }
  },
  flake(ctx, r, a) {
    ctx.strokeStyle = a;
    ctx.lineWidth = r * 0.085;
    ctx.lineCap = 'round';
    around(ctx, 6, () => {
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.lineTo(0, -r * 0.92);
      for (const at of [0.42, 0.68]) {
        ctx.moveTo(-r * 0.22, -r * (at + 0.2));
        ctx.lineTo(0, -r * at);
        ctx.lineTo(r * 0.22, -r * (at + 0.2));
      }
      ctx.stroke();
    });
  },
  flame(ctx, r, a, b) {
    for (const [s, colour, y] of [[1, a, 0], [0.58, b, 0.36]]) {
      ctx.fillStyle = colour;
      ctx.save();
      ctx.translate(0, y * r);
      ctx.beginPath();
      ctx.moveTo(-r * 0.1 * s, -r * s);
      ctx.bezierCurveTo(r * 0.2 * s, -r * 0.5 * s, r * 0.72 * s, -r * 0.2 * s, r * 0.62 * s, r * 0.36 * s);
      ctx.bezierCurveTo(r * 0.55 * s, r * 0.82 * s, -r * 0.55 * s, r * 0.82 * s, -r * 0.62 * s, r * 0.36 * s);
      ctx.bezierCurveTo(-r * 0.66 * s, r * 0.02 * s, -r * 0.36 * s, -r * 0.2 * s, -r * 0.36 * s, -r * 0.46 * s);
      ctx.bezierCurveTo(-r * 0.12 * s, -r * 0.4 * s, 0, -r * 0.7 * s, -r * 0.1 * s, -r * s);
      ctx.fill();
      ctx.restore();
    }
  },
  petals(ctx, r, a, b) {
    around(ctx, 8, (i) => {
      ctx.fillStyle = i % 2 ? b : a;
      ctx.globalAlpha *= 0.85;
      leafPath(ctx, r, r * 0.3);
      ctx.fill();
      ctx.globalAlpha /= 0.85;
    });
    ctx.fillStyle = 'rgba(255,255,255,0.8)';
    disc(ctx, 0, 0, r * 0.15);
    ctx.fill();
  },
  cross(ctx, r, a, b) {
    ctx.fillStyle = b;
    disc(ctx, 0, 0, r * 0.95);
    ctx.fill();
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.roundRect(-r * 0.18, -r * 0.58, r * 0.36, r * 1.16, r * 0.09);
    ctx.roundRect(-r * 0.58, -r * 0.18, r * 1.16, r * 0.36, r * 0.09);
    ctx.fill();
  },
  shield(ctx, r, a, b) {
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.moveTo(0, -r * 0.95);
    ctx.bezierCurveTo(r * 0.3, -r * 0.74, r * 0.55, -r * 0.66, r * 0.78, -r * 0.64);
    ctx.bezierCurveTo(r * 0.82, r * 0.2, r * 0.5, r * 0.72, 0, r * 0.98);
    ctx.bezierCurveTo(-r * 0.5, r * 0.72, -r * 0.82, r * 0.2, -r * 0.78, -r * 0.64);
    ctx.bezierCurveTo(-r * 0.55, -r * 0.66, -r * 0.3, -r * 0.74, 0, -r * 0.95);
    ctx.fill();
    ctx.fillStyle = b;
    ctx.beginPath();
    ctx.roundRect(-r * 0.1, -r * 0.44, r * 0.2, r * 0.76, r * 0.05);
    ctx.roundRect(-r * 0.38, -r * 0.16, r * 0.76, r * 0.2, r * 0.05);
    ctx.fill();
  },
  waves(ctx, r, a, b) {
    ctx.lineWidth = r * 0.12;
    ctx.lineCap = 'round';
    [-0.5, 0, 0.5].forEach((y, i) => {
      ctx.strokeStyle = i === 1 ? b : a;
      ctx.beginPath();
      for (let x = -1; x <= 1.001; x += 0.05) {
        const at = [x * r, (y + Math.sin(x * 6) * 0.16) * r];
        if (x === -1) ctx.moveTo(...at);
        else ctx.lineTo(...at);
      }
      ctx.stroke();
    });
  },
  hive(ctx, r, a, b) {
    const cell = r * 0.36;
    [[0, 0], [0, 1], [0, -1], [1, 0.5], [1, -0.5], [-1, 0.5], [-1, -0.5]].forEach(([x, y], i) => {
      ctx.fillStyle = i % 3 === 0 ? b : a;
      ctx.beginPath();
      for (let k = 0; k < 6; k++) {
        const t = (k * TAU) / 6;
        ctx.lineTo(x * cell * 1.6 + Math.cos(t) * cell * 0.94, y * cell * 1.84 + Math.sin(t) * cell * 0.94);
      }
      ctx.fill();
    });
  },
  sparkle(ctx, r, a, b) {
    for (const [x, y, s, colour] of [[-0.14, 0.1, 0.84, a], [0.62, -0.58, 0.38, b], [0.56, 0.66, 0.26, b]]) {
      ctx.fillStyle = colour;
      ctx.save();
      ctx.translate(x * r, y * r);
      ctx.beginPath();
      ctx.moveTo(0, -r * s);
      ctx.quadraticCurveTo(r * s * 0.1, -r * s * 0.1, r * s, 0);
      ctx.quadraticCurveTo(r * s * 0.1, r * s * 0.1, 0, r * s);
      ctx.quadraticCurveTo(-r * s * 0.1, r * s * 0.1, -r * s, 0);
      ctx.quadraticCurveTo(-r * s * 0.1, -r * s * 0.1, 0, -r * s);
      ctx.fill();
      ctx.restore();
    }
  },
  heart(ctx, r, a, b) {
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.moveTo(0, r * 0.85);
    ctx.bezierCurveTo(-r * 1.5, -r * 0.15, -r * 0.62, -r * 1.15, 0, -r * 0.42);
    ctx.bezierCurveTo(r * 0.62, -r * 1.15, r * 1.5, -r * 0.15, 0, r * 0.85);
    ctx.fill();
    ctx.strokeStyle = b;
    ctx.lineWidth = r * 0.09;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.arc(-r * 0.38, -r * 0.2, r * 0.28, Math.PI, 1.5 * Math.PI);
    ctx.stroke();
  },
  berries(ctx, r, a, b) {
    ctx.strokeStyle = b;
    ctx.lineWidth = r * 0.07;
    for (const [x, y] of [[-0.42, 0.42], [0.42, 0.42], [0, 0.02]]) {
      ctx.beginPath();
      ctx.moveTo(x * r, y * r);
      ctx.quadraticCurveTo(x * r * 0.4, -r * 0.5, r * 0.1, -r * 0.9);
      ctx.stroke();
    }
    for (const [x, y, s] of [[-0.42, 0.42, 0.4], [0.42, 0.42, 0.4], [0, 0.02, 0.36]]) {
      ctx.fillStyle = a;
      disc(ctx, x * r, y * r, s * r);
      ctx.fill();
      ctx.fillStyle = 'rgba(255,255,255,0.5)';
      disc(ctx, (x - 0.12) * r, (y - 0.14) * r, s * r * 0.22);
      ctx.fill();
    }
  },
  fish(ctx, r, a, b) {
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.moveTo(-r * 0.95, 0);
    ctx.quadraticCurveTo(-r * 0.3, -r * 0.66, r * 0.5, -r * 0.06);
    ctx.lineTo(r * 0.95, -r * 0.42);
    ctx.quadraticCurveTo(r * 0.78, 0, r * 0.95, r * 0.42);
    ctx.lineTo(r * 0.5, r * 0.06);
    ctx.quadraticCurveTo(-r * 0.3, r * 0.66, -r * 0.95, 0);
    ctx.fill();
    ctx.fillStyle = b;
    disc(ctx, -r * 0.55, -r * 0.1, r * 0.08);
    ctx.fill();
  },
  tooth(ctx, r, a, b) {
    ctx.fillStyle = a;
    ctx.beginPath();
    ctx.moveTo(0, -r * 0.62);
    ctx.bezierCurveTo(r * 0.4, -r * 0.95, r * 0.86, -r * 0.66, r * 0.72, -r * 0.05);
    ctx.bezierCurveTo(r * 0.62, r * 0.36, r * 0.58, r * 0.92, r * 0.36, r * 0.9);
    ctx.bezierCurveTo(r * 0.18, r * 0.88, r * 0.22, r * 0.28, 0, r * 0.28);
    ctx.bezierCurveTo(-r * 0.22, r * 0.28, -r * 0.18, r * 0.88, -r * 0.36, r * 0.9);
    ctx.bezierCurveTo(-r * 0.58, r * 0.92, -r * 0.62, r * 0.36, -r * 0.72, -r * 0.05);
    ctx.bezierCurveTo(-r * 0.86, -r * 0.66, -r * 0.4, -r * 0.95, 0, -r * 0.62);
    ctx.fill();
    ctx.fillStyle = b;
    star(ctx, r * 0.62, -r * 0.66, r * 0.28);
  },
  star(ctx, r, a, b) {
    ctx.fillStyle = a;
    star(ctx, -r * 0.1, r * 0.08, r * 0.8);
    ctx.fillStyle = b;
    star(ctx, r * 0.66, -r * 0.58, r * 0.32);
    star(ctx, r * 0.66, r * 0.62, r * 0.22);
  },
  wind(ctx, r, a, b) {
    ctx.lineWidth = r * 0.11;
    ctx.lineCap = 'round';
    for (const [y, length, colour] of [[-0.4, 0.42, a], [0, 0.7, b], [0.4, 0.2, a]]) {
      ctx.strokeStyle = colour;
      ctx.beginPath();
      ctx.moveTo(-r * 0.95, y * r);
      ctx.lineTo(length * r, y * r);
      ctx.arc(length * r, (y - 0.17) * r, r * 0.17, 0.5 * Math.PI, 1.9 * Math.PI, true);
      ctx.stroke();
    }
  },
  strips(ctx, r, a, b) {
    for (const [turn, colour] of [[-0.7, b], [0.7, a]]) {
      ctx.save();
      ctx.rotate(turn);
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.roundRect(-r * 0.95, -r * 0.28, r * 1.9, r * 0.56, r * 0.28);
      ctx.fill();
      ctx.fillStyle = 'rgba(255,255,255,0.6)';
      ctx.beginPath();
      ctx.roundRect(-r * 0.3, -r * 0.2, r * 0.6, r * 0.4, r * 0.05);
      ctx.fill();
      ctx.restore();
    }
  },
  wraps(ctx, r, a, b) {
    ctx.lineWidth = r * 0.16;
    for (let i = 0; i < 5; i++) {
      ctx.strokeStyle = i % 2 ? b : a;
      ctx.beginPath();
      ctx.arc(0, 0, r * (0.2 + i * 0.18), 0.1 + i, 0.1 + i + TAU * 0.82);
      ctx.stroke();
    }
  },
};

function star(ctx, x, y, r) {
  ctx.beginPath();
  for (let k = 0; k < 10; k++) {
    const t = (k * TAU) / 10 - Math.PI / 2;
    const reach = k % 2 ? r * 0.45 : r;
    ctx.lineTo(x + Math.cos(t) * reach, y + Math.sin(t) * reach);
  }
  ctx.fill();
}

// What the words on a pack ask for, most telling first.
const BY_WORD = [
  [/orange|lemon|citrus|lime|vitamin c\b|grapefruit/, 'citrus'],
  [/honey|manuka/, 'hive'],
  [/berr|cherry|currant|strawberry|raspberr/, 'berries'],
  [/night|\bpm\b|sleep|melatonin|overnight/, 'moon'],
  [/omega|cod liver|fish/, 'fish'],
  [/vitamin d|\bsun|spf|day\b|energy|soleil/, 'sun'],
  [/mint|menthol|eucalyptus|lyptus/, 'mint'],
  [/ivy|herb|aloe|green tea|olive|eucal|leaf|natur|argan|tea tree|bamboo/, 'leaf'],
  [/rose|flower|jasmine|lavender|chamomile|peony|calendula|blossom/, 'petals'],
  [/tooth|dental|oral|mouth|floss|gum\b/, 'tooth'],
  [/heat|hot\b|warm|deep heat/, 'flame'],
  [/fast|express|forte|rapid|ultra|strong|dual|max|power/, 'bolt'],
  [/baby|infant|child|kids|junior|paediatric/, 'star'],
  [/migraine|head/, 'rings'],
  [/nasal|nose|sinus|breath|inhal|allergy/, 'wind'],
  [/bandage|gauze|wrap|elastic|tape|cotton/, 'wraps'],
  [/plaster|strip/, 'strips'],
  [/wash|soap|clean|wipe|sanit|shampoo|foam|bath/, 'bubbles'],
  [/moistur|hydra|aqua|mineral|thermal|water|saline|sea/, 'drops'],
  [/women|maternal|pregna|heart/, 'heart'],
  [/immun|protect|shield|antisept|antibac|disinfect/, 'shield'],
  [/cold|cool|ice|flu\b|fever/, 'flake'],
];

const BY_CATEGORY = {
  pain_killers: ['rings', 'pulse', 'rings'],
  vitamins: ['sun', 'leaf', 'sparkle', 'shield'],
  colds: ['flake', 'wind', 'waves'],
  body_care: ['drop', 'petals', 'waves', 'drops'],
  hygiene: ['bubbles', 'sparkle', 'drops'],
  first_aid: ['cross', 'shield', 'cross'],
};

/** Chooses the motif of a product by its words, else by its category. */
export function motifOf(product, random) {
  const words = `${product.labelEn} ${product.nameEn}`.toLowerCase();
  const found = BY_WORD.find(([pattern]) => pattern.test(words));
  return MOTIFS[found ? found[1] : random.pick(BY_CATEGORY[product.category] ?? ['cross'])];
}

/** Draws a motif at a place, with an opacity and a turn. */
export function placeMotif(ctx, motif, { x, y, r, a, b, opacity = 1, turn = 0 }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.globalAlpha *= opacity;
  motif(ctx, r, a, b);
  ctx.restore();
}
