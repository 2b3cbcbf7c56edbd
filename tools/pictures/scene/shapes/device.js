// Devices: thermometers, a blood pressure monitor, an electric toothbrush.
import * as THREE from 'three';
import { metal, plastic } from '../materials.js';
import { printed } from '../canvas.js';
import { roundRect, slab, solid, revolve } from '../geometry.js';
import { face, fit, put } from '../type.js';
import { mix } from '../palette.js';
import { cartonAt } from './carton.js';

const DIGITS = face('Archivo', 600, { spacing: 0.02 });

/** A grey liquid-crystal window with dark figures. */
function screen(w, h, rows) {
  return printed(w, h, (ctx, cw, ch) => {
    const glow = ctx.createLinearGradient(0, 0, cw, ch);
    glow.addColorStop(0, '#c9d3c8');
    glow.addColorStop(1, '#b3bfb4');
    ctx.fillStyle = glow;
    ctx.fillRect(0, 0, cw, ch);
    rows.forEach(([text, small], i) => {
      const step = ch / rows.length;
      const big = fit(ctx, text, { face: DIGITS, width: cw * (small ? 0.62 : 0.86), size: step * 0.82 });
      put(ctx, big, cw * (small ? 0.9 : 0.5), i * step + (step - big.height) / 2, '#1c2621', small ? 'right' : 'centre');
      if (small) put(ctx, fit(ctx, small, { face: DIGITS, width: cw * 0.25, size: step * 0.26 }), cw * 0.07, i * step + step * 0.36, '#3d4a43', 'left');
    });
  });
}

function window_(w, h, rows, at) {
  const material = plastic('#ffffff', 0.85);
  material.map = screen(w, h, rows);
  const pane = solid(new THREE.PlaneGeometry(w, h), material, { at });
  pane.castShadow = false;
  return pane;
}

/** The maker's name on a device. */
function sign(art, w, h, at, ink) {
  const map = printed(w, h, (ctx, cw, ch) => {
    const text = fit(ctx, art.brandName, { face: art.style.latin, width: cw * 0.94, size: ch * 0.8 });
    put(ctx, text, cw / 2, (ch - text.height) / 2, ink, 'centre');
  });
  const material = plastic('#ffffff', 0.3);
  Object.assign(material, { map, transparent: true, depthWrite: false });
  const plate = solid(new THREE.PlaneGeometry(w, h), material, { at });
  plate.castShadow = false;
  return plate;
}

function behind(group, art, size, side) {
  group.add(cartonAt(art, size, { x: side * 0.34, z: -0.42, turn: -side * 0.3 }));
}

function penThermometer(art) {
  const group = new THREE.Group();
  const side = art.random.yes() ? 1 : -1;
  behind(group, art, [0.86, 1.12, 0.3], side);
  const pen = new THREE.Group();
  const white = plastic('#fbfbf9', 0.7);
  const outline = new THREE.Shape();
  outline.moveTo(-0.62, -0.1);
  outline.quadraticCurveTo(-0.7, 0, -0.62, 0.1);
  outline.lineTo(0.05, 0.1);
  outline.quadraticCurveTo(0.3, 0.085, 0.44, 0.034);
  outline.lineTo(0.62, 0.026);
  outline.lineTo(0.62, -0.026);
  outline.lineTo(0.44, -0.034);
  outline.quadraticCurveTo(0.3, -0.085, 0.05, -0.1);
  pen.add(solid(slab(outline, 0.09, 0.03, 6), white));
  const tip = solid(new THREE.CapsuleGeometry(0.024, 0.1, 8, 20), metal('#cfd4d6', 0.2), { at: [0.66, 0, 0], turn: [0, 0, Math.PI / 2] });
  pen.add(tip);
  pen.add(window_(0.3, 0.11, [['36.6']], [-0.16, 0, 0.047]));
  pen.add(solid(slab(roundRect(0.13, 0.1, 0.045), 0.02, 0.008, 4), plastic(art.palette.strong, 0.6), { at: [-0.48, 0, 0.046] }));
  pen.rotation.order = 'YXZ';
  pen.rotation.set(-1.12, side * 0.2, 0);
  pen.position.set(-side * 0.1, 0.075, 0.56);
  pen.scale.setScalar(1.12);
  group.add(pen);
  return { group, framing: { fill: 0.86, height: 0.28 } };
}

function earThermometer(art) {
  const group = new THREE.Group();
  const side = -1; // the probe points away from the carton
  behind(group, art, [0.82, 1.2, 0.46], side);
  const gun = new THREE.Group();
  const white = plastic('#fbfbf9', 0.7);
  const blue = plastic(mix(art.palette.strong, '#ffffff', 0.1), 0.6);
  const outline = new THREE.Shape();
  outline.moveTo(-0.15, 0);
  outline.bezierCurveTo(-0.2, 0.4, -0.2, 0.62, -0.17, 0.8);
  outline.bezierCurveTo(-0.14, 0.98, 0.1, 1.02, 0.22, 0.92);
  outline.bezierCurveTo(0.27, 0.86, 0.2, 0.76, 0.15, 0.66);
  outline.bezierCurveTo(0.1, 0.5, 0.14, 0.25, 0.15, 0);
  outline.bezierCurveTo(0.12, -0.07, -0.12, -0.07, -0.15, 0);
  gun.add(solid(slab(outline, 0.26, 0.1, 10), white));
  const probe = revolve([[0, 0], [0.11, 0, 0.01], [0.1, 0.08, 0.03], [0.05, 0.24, 0.02], [0, 0.25]], blue);
  probe.rotation.z = -1.15;
  probe.position.set(0.18, 0.86, 0);
  gun.add(probe);
  gun.add(window_(0.2, 0.15, [['36.8']], [-0.02, 0.62, 0.132]));
  gun.add(solid(new THREE.SphereGeometry(0.055, 24, 20), blue, { at: [-0.03, 0.42, 0.12], scale: [1, 1, 0.4] }));
  gun.add(sign(art, 0.2, 0.06, [-0.01, 0.2, 0.133], mix(art.palette.ink, '#ffffff', 0.1)));
  gun.position.set(-side * 0.56, 0.06, 0.3);
  gun.rotation.y = side * 0.1;
  group.add(gun);
  return { group, framing: { fill: 0.87, height: 0.15 } };
}

function pressureMonitor(art) {
  const group = new THREE.Group();
  const white = plastic('#f8f9f8', 0.55);
  const grey = plastic('#dfe4e4', 0.4);
  const unit = new THREE.Group();
  unit.add(solid(slab(roundRect(1.0, 0.8, 0.14), 0.3, 0.06, 8), white));
  unit.add(solid(slab(roundRect(0.66, 0.6, 0.05), 0.02, 0.006, 3), plastic('#3b4649', 0.8), { at: [-0.08, 0.04, 0.148] }));
  unit.add(window_(0.58, 0.52, [['118', 'SYS'], ['76', 'DIA'], ['68', 'PUL']], [-0.08, 0.04, 0.161]));
  unit.add(solid(new THREE.CylinderGeometry(0.09, 0.09, 0.04, 48), plastic(art.palette.strong, 0.6), { at: [0.38, -0.2, 0.155], turn: [Math.PI / 2, 0, 0] }));
  unit.add(solid(new THREE.CylinderGeometry(0.06, 0.06, 0.03, 40), grey, { at: [0.38, 0.06, 0.155], turn: [Math.PI / 2, 0, 0] }));
  unit.add(sign(art, 0.3, 0.08, [-0.08, -0.32, 0.152], mix(art.palette.ink, '#ffffff', 0.15)));
  unit.rotation.order = 'YXZ';
  unit.rotation.set(-0.62, 0.2, 0);
  unit.position.set(0.32, 0.38, 0.42);
  group.add(unit);
  // the cuff, rolled up behind, with its hose
  const cuff = new THREE.Group();
  const fabric = plastic(mix(art.palette.strong, '#2a3338', 0.55), 0.05);
  cuff.add(revolve([[0.34, 0], [0.4, 0.02, 0.03], [0.4, 0.66, 0.03], [0.34, 0.68], [0.34, 0]], fabric));
  cuff.add(sign(art, 0.34, 0.1, [0, 0.36, 0.402], '#e9eeee'));
  cuff.position.set(-0.52, 0, -0.02);
  group.add(cuff);
  const hose = new THREE.CatmullRomCurve3([[-0.36, 0.05, 0.34], [-0.3, 0.03, 0.62], [-0.06, 0.03, 0.72], [-0.1, 0.12, 0.5], [0.0, 0.2, 0.42]].map((v) => new THREE.Vector3(...v)));
  group.add(solid(new THREE.TubeGeometry(hose, 60, 0.026, 14, false), plastic('#4a5558', 0.3)));
  return { group, framing: { fill: 0.88, height: 0.3 } };
}

function toothbrush(art) {
  const group = new THREE.Group();
  const side = art.random.yes() ? 1 : -1;
  behind(group, art, [0.72, 1.3, 0.34], side);
  const brush = new THREE.Group();
  const white = plastic('#fbfbf9', 0.7);
  const colour = plastic(art.palette.strong, 0.6);
  brush.add(revolve([[0, 0], [0.12, 0, 0.02], [0.13, 0.05, 0.02], [0.125, 0.4], [0.095, 0.72, 0.06], [0.055, 0.8, 0.03], [0, 0.8]], white));
  brush.add(solid(slab(roundRect(0.11, 0.3, 0.05), 0.06, 0.02, 5), colour, { at: [0, 0.48, 0.1] }));
  brush.add(solid(new THREE.SphereGeometry(0.034, 20, 16), plastic('#eef1f0', 0.7), { at: [0, 0.54, 0.125], scale: [1, 1, 0.5] }));
  brush.add(revolve([[0, 0.79], [0.05, 0.79, 0.01], [0.034, 1.0, 0.05], [0.03, 1.22], [0, 1.22]], white));
  brush.add(revolve([[0.051, 0.82, 0.004], [0.05, 0.85, 0.004]], colour));
  const head = solid(new THREE.CylinderGeometry(0.072, 0.072, 0.06, 40), white, { at: [0, 1.26, 0.02], turn: [Math.PI / 2, 0, 0] });
  brush.add(head);
  for (let i = 0; i < 19; i++) {
    const ring = i === 0 ? 0 : i < 7 ? 0.026 : 0.052;
    const t = (i * Math.PI * 2) / (i < 7 ? 6 : 12);
    brush.add(solid(new THREE.CylinderGeometry(0.011, 0.011, 0.09, 8), plastic(i % 3 ? '#ffffff' : art.palette.strong, 0.2), { at: [Math.cos(t) * ring, 1.26 + Math.sin(t) * ring, 0.09], turn: [Math.PI / 2, 0, 0] }));
  }
  brush.add(sign(art, 0.15, 0.05, [0, 0.2, 0.131], art.palette.ink));
  brush.position.set(-side * 0.34, 0, 0.34);
  brush.rotation.y = side * 0.25;
  group.add(brush);
  return { group, framing: { fill: 0.88, height: 0.13 } };
}

export function device(art) {
  const words = art.nameEn.toLowerCase();
  if (/toothbrush|brush/.test(words)) return toothbrush(art);
  if (/pressure/.test(words)) return pressureMonitor(art);
  if (/ear|thermoscan|forehead/.test(words)) return earThermometer(art);
  return penThermometer(art);
}
