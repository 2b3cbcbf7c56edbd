// The few solids packs are made of.
import * as THREE from 'three';

const ARC_STEPS = 7;

/** Rounds the corners of a polyline of [x, y, radius]; straight parts keep their own shading. */
export function rounded(points, closed = false) {
  const out = [];
  const n = points.length;
  points.forEach(([x, y, r = 0], i) => {
    const here = new THREE.Vector2(x, y);
    const before = points[(i - 1 + n) % n];
    const after = points[(i + 1) % n];
    if (!r || (!closed && (i === 0 || i === n - 1))) {
      out.push(here);
      return;
    }
    const a = new THREE.Vector2(before[0], before[1]).sub(here);
    const b = new THREE.Vector2(after[0], after[1]).sub(here);
    const angle = Math.acos(THREE.MathUtils.clamp(a.dot(b) / (a.length() * b.length()), -1, 1));
    if (angle < 0.01 || angle > Math.PI - 0.01) {
      out.push(here);
      return;
    }
    const reach = Math.min(r / Math.tan(angle / 2), a.length() * 0.49, b.length() * 0.49);
    a.normalize();
    b.normalize();
    const from = here.clone().addScaledVector(a, reach);
    const to = here.clone().addScaledVector(b, reach);
    out.push(from.clone().addScaledVector(a, 0.002)); // keeps the neighbouring wall flat
    for (let k = 0; k <= ARC_STEPS; k++) {
      const t = k / ARC_STEPS;
      out.push(new THREE.Vector2(
        (1 - t) ** 2 * from.x + 2 * t * (1 - t) * here.x + t * t * to.x,
        (1 - t) ** 2 * from.y + 2 * t * (1 - t) * here.y + t * t * to.y,
      ));
    }
    out.push(to.clone().addScaledVector(b, 0.002));
  });
  return out;
}

/** A mesh that casts and catches shadows. */
export function solid(geometry, material, { at, turn, scale, shadow = true } = {}) {
  const mesh = new THREE.Mesh(geometry, material);
  if (at) mesh.position.set(...at);
  if (turn) mesh.rotation.set(...turn);
  if (scale) mesh.scale.set(...scale);
  mesh.castShadow = shadow;
  mesh.receiveShadow = shadow;
  return mesh;
}

/** Turns a profile around the upright axis. `flat` squeezes it front to back. */
export function revolve(profile, material, { flat = 1, ...place } = {}) {
  return solid(new THREE.LatheGeometry(rounded(profile), 88), material, { scale: [1, 1, flat], ...place });
}

/** A label around the front of an upright wall: radius r, from y0 to y1, spanning an angle. */
export function wrap(r0, r1, y0, y1, angle, material, { flat = 1 } = {}) {
  const geometry = new THREE.CylinderGeometry(r1, r0, y1 - y0, 96, 1, true, -angle / 2, angle);
  const mesh = solid(geometry, material, { at: [0, (y0 + y1) / 2, 0], scale: [1, 1, flat] });
  mesh.castShadow = false;
  return mesh;
}

/** A rectangle with round corners, as a shape around the origin. */
export function roundRect(w, h, r) {
  const s = new THREE.Shape();
  const [x, y] = [w / 2, h / 2];
  s.moveTo(-x + r, -y);
  s.lineTo(x - r, -y);
  s.absarc(x - r, -y + r, r, -Math.PI / 2, 0);
  s.lineTo(x, y - r);
  s.absarc(x - r, y - r, r, 0, Math.PI / 2);
  s.lineTo(-x + r, y);
  s.absarc(-x + r, y - r, r, Math.PI / 2, Math.PI);
  s.lineTo(-x, -y + r);
  s.absarc(-x + r, -y + r, r, Math.PI, 1.5 * Math.PI);
  return s;
}

/** Gives a shape thickness, with softened edges; it lies in x and y, centred in z. */
export function slab(shape, depth, bevel = 0.01, steps = 4) {
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: Math.max(0.0005, depth - 2 * bevel), bevelEnabled: bevel > 0, bevelSize: bevel, bevelThickness: bevel, bevelOffset: -bevel, bevelSegments: steps, curveSegments: 24,
  });
  geometry.translate(0, 0, -Math.max(0.0005, depth - 2 * bevel) / 2);
  return geometry;
}

/** A cap with grip ribs: radius, height, number of ribs. */
export function ribbed(r, h, count, material, { depth = 0.025, at = [0, 0, 0] } = {}) {
  const shape = new THREE.Shape();
  const steps = count * 6;
  for (let i = 0; i <= steps; i++) {
    const t = (i / steps) * Math.PI * 2;
    const wave = Math.max(-0.4, Math.cos(t * count));
    const reach = r * (1 - depth * 0.5 * (1 - wave));
    if (i === 0) shape.moveTo(Math.cos(t) * reach, Math.sin(t) * reach);
    else shape.lineTo(Math.cos(t) * reach, Math.sin(t) * reach);
  }
  const bevel = Math.min(0.02, h * 0.15);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: h - 2 * bevel, bevelEnabled: true, bevelSize: bevel, bevelThickness: bevel, bevelOffset: -bevel, bevelSegments: 3, curveSegments: 1 });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, bevel, 0);
  return solid(geometry, material, { at });
}

/** A straight edge-to-edge pillow: a sachet filled with something. Its ends are flat, its middle swells. */
export function pillow(w, h, swell, seal) {
  const [nx, ny] = [48, 64];
  const front = new THREE.PlaneGeometry(w, h, nx, ny);
  const position = front.attributes.position;
  for (let i = 0; i < position.count; i++) {
    const x = position.getX(i) / (w / 2);
    const y = position.getY(i) / (h / 2 - seal);
    const rise = Math.abs(y) >= 1 ? 0 : Math.sqrt(Math.max(0, 1 - y * y)) ** 0.9 * Math.max(0, 1 - x ** 4) ** 0.75;
    // fine creases that run in from the seals
    const crease = Math.abs(y) < 1 ? 0.006 * Math.sin(x * 23 + Math.sin(y * 3) * 2) * Math.abs(y) ** 3 * (1 - x * x) : 0.0035 * Math.sin(position.getX(i) * 140);
    position.setZ(i, swell * rise + crease);
  }
  front.computeVertexNormals();
  return front;
}

/**
 * A body of revolution given by its radius at each height, and the means to print on it:
 * `skin` covers heights y0 to y1 over an angle around the front.
 */
export function vessel(radiusAt, height, material, { flat = 1, steps = 40, foot = 0.03, crown = 0.0 } = {}) {
  const points = [[0, 0], [radiusAt(0) - foot, 0]];
  for (let k = 1; k <= 6; k++) {
    const t = (k / 6) * (Math.PI / 2);
    points.push([radiusAt(foot) - foot + foot * Math.sin(t), foot - foot * Math.cos(t)]);
  }
  for (let k = 1; k <= steps; k++) {
    const y = foot + ((height - foot) * k) / steps;
    points.push([radiusAt(y), y]);
  }
  points.push([crown, height]);
  return solid(new THREE.LatheGeometry(points.map(([x, y]) => new THREE.Vector2(x, y)), 88), material, { scale: [1, 1, flat] });
}

export function skin(radiusAt, y0, y1, angle, material, { flat = 1, lift = 0.003 } = {}) {
  const points = [];
  for (let k = 0; k <= 20; k++) {
    const y = y0 + ((y1 - y0) * k) / 20;
    points.push(new THREE.Vector2(radiusAt(y) + lift, y));
  }
  const mesh = solid(new THREE.LatheGeometry(points, 64, -angle / 2, angle), material, { scale: [1, 1, flat] });
  mesh.castShadow = false;
  return mesh;
}
