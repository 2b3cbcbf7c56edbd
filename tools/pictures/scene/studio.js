// The photo studio: one camera, one set of lights, one seamless ground, for every product.
//
// A picture is the mean of many cheap frames. Each frame moves the camera by a fraction of a pixel and
// puts the only lamp at another point of the softbox or of the sky, so the mean has smooth edges, soft
// shadows and darkened corners without any of them being computed as such. The room's reflections do not
// change with the lamp and are costly, so they are taken in fewer frames of their own and added.
import * as THREE from 'three';
import { halton } from './random.js';

const SIZE = 800;
const KEY_FRAMES = 11; // lamp inside the softbox
const SKY_FRAMES = 17; // lamp anywhere above
const ROOM_FRAMES = 6; // no lamp: what the room reflects
const KEY_SHARE = 0.56; // how much of the diffuse light the softbox gives
const DIFFUSE = 3.4;
const KEY_SHADOW = 0.5; // how dark the floor gets where no softbox light arrives
const SKY_SHADOW = 1.6; // … and where no sky light arrives: the dark line at the foot of things

/** The light ground all products stand on; the same on every picture so that a grid looks calm. */
const GROUND_MIDDLE = new THREE.Color('#f1f5f3');
const GROUND_EDGE = new THREE.Color('#e3e9e6');
const SHADE = new THREE.Color('#1b2a24');
const FLOOR_SIZE = 400; // the floor's shadows are soft: half the sharpness is plenty

/** Highlights come from the reflected room alone: a point lamp's own would show as dots after averaging. */
function keepHighlightsFromRoomOnly() {
  const chunk = THREE.ShaderChunk;
  chunk.lights_physical_pars_fragment = chunk.lights_physical_pars_fragment
    .replace(/reflectedLight\.directSpecular \+= [^;]*;/g, '')
    .replace(/clearcoatSpecularDirect \+= [^;]*;/g, '');
  chunk.lights_fragment_maps = chunk.lights_fragment_maps.replace(
    'iblIrradiance += getIBLIrradiance( geometryNormal );',
    'iblIrradiance += 0.36 * getIBLIrradiance( geometryNormal );',
  );
}

/** The dull part of a material: all that a lamp shows once highlights are left to the room. Much cheaper to draw. */
function dullPart(material) {
  const { map, color, metalness, transparent, opacity, side, depthWrite, polygonOffset, polygonOffsetFactor } = material;
  const dull = new THREE.MeshLambertMaterial({ map, transparent, opacity, side, depthWrite, polygonOffset, polygonOffsetFactor });
  dull.color.copy(color).multiplyScalar(1 - metalness);
  return dull;
}

/** Swaps every mesh of the group to the dull part of its material; answers how to undo it. */
function makeDull(group) {
  const undo = [];
  const known = new Map();
  const dullOf = (material) => {
    if (!known.has(material)) known.set(material, dullPart(material));
    return known.get(material);
  };
  group.traverse((mesh) => {
    if (!mesh.isMesh) return;
    const own = mesh.material;
    undo.push(() => (mesh.material = own));
    mesh.material = Array.isArray(own) ? own.map(dullOf) : dullOf(own);
  });
  return () => undo.forEach((put) => put());
}

/** The room that glossy things mirror: grey walls, two tall softboxes, one lamp panel above, a bright floor. */
function buildRoom() {
  const room = new THREE.Scene();
  const panel = (w, h, colour, strength, x, y, z) => {
    const material = new THREE.MeshBasicMaterial({ color: new THREE.Color(colour).multiplyScalar(strength), side: THREE.DoubleSide });
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(w, h), material);
    mesh.position.set(x, y, z);
    mesh.lookAt(0, 0.6, 0);
    room.add(mesh);
  };
  const walls = new THREE.Mesh(
    new THREE.BoxGeometry(40, 40, 40),
    new THREE.MeshBasicMaterial({ color: new THREE.Color('#aeb4b2').multiplyScalar(0.55), side: THREE.BackSide }),
  );
  room.add(walls);
  const floor = new THREE.Mesh(
    new THREE.CircleGeometry(16, 32),
    new THREE.MeshBasicMaterial({ color: new THREE.Color('#ffffff').multiplyScalar(0.6) }),
  );
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -1.4;
  room.add(floor);
  panel(4.2, 11, '#ffffff', 5.2, -9, 3.4, 4.5);
  panel(1.5, 10, '#f4f8ff', 4.4, 10, 2.6, 1.5);
  panel(10, 6, '#ffffff', 2.6, 0, 11, 1);
  panel(5, 2.4, '#fffaf2', 0.9, 2, 3, 13);
  return room;
}

/** Final pass: mean of the frames, a gentle shoulder for highlights, sRGB. */
const FINISH_SHADER = /* glsl */ `
  uniform sampler2D frames, floorShade; varying vec2 at;
  vec3 shoulder(vec3 c) {
    // Khronos neutral: leaves colours as they are and rolls off only what would clip.
    float start = 0.8 - 0.04, desat = 0.15;
    float x = min(c.r, min(c.g, c.b));
    float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
    c -= offset;
    float peak = max(c.r, max(c.g, c.b));
    if (peak < start) return c;
    float d = 1.0 - start;
    float newPeak = 1.0 - d * d / (peak + d - start);
    c *= newPeak / peak;
    float g = 1.0 - 1.0 / (desat * (peak - newPeak) + 1.0);
    return mix(c, vec3(newPeak), g);
  }
  void main() {
    vec4 sum = texture2D(frames, at);
    vec3 ground = mix(GROUND_MIDDLE, GROUND_EDGE, smoothstep(0.18, 0.78, distance(at, vec2(0.5, 0.52))));
    ground = mix(ground, SHADE, soften(floorShade, at, vec2(0.0, 1.0)));
    // alpha is how much of the pixel the product covers
    vec3 lit = shoulder(sum.rgb) + ground * (1.0 - sum.a);
    vec3 low = lit * 12.92, high = 1.055 * pow(max(lit, 0.0), vec3(1.0 / 2.4)) - 0.055;
    gl_FragColor = vec4(mix(high, low, vec3(lessThanEqual(lit, vec3(0.0031308)))), 1.0);
  }`;

/** One direction of a blur: shadows on the floor are soft, whatever the number of lamps. */
const SOFTEN_SHADER = /* glsl */ `
  float soften(sampler2D map, vec2 at, vec2 direction) {
    float total = 0.0, weights = 0.0;
    for (int i = -9; i <= 9; i++) {
      float weight = exp(-float(i * i) / 32.0);
      total += weight * texture2D(map, at + direction * float(i) / FLOOR_SIZE).a;
      weights += weight;
    }
    return total / weights;
  }`;

const glslColour = (c) => `vec3(${[c.r, c.g, c.b].map((v) => v.toFixed(6)).join(', ')})`;

/** Opens the studio on a canvas; `shoot(group, framing)` draws one product there. */
export function openStudio(canvas) {
  keepHighlightsFromRoomOnly();
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE, false);
  renderer.setClearColor(0x000000, 0);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.BasicShadowMap; // softness comes from the many lamps
  renderer.toneMapping = THREE.NoToneMapping;
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace;

  const environment = new THREE.PMREMGenerator(renderer).fromScene(buildRoom(), 0.012).texture;
  const floatTarget = (size = SIZE) => new THREE.WebGLRenderTarget(size, size, { type: THREE.FloatType, depthBuffer: true });
  const frame = floatTarget();
  const sum = floatTarget();
  const [floorFrame, floorSum, floorSoft] = [0, 1, 2].map(() => floatTarget(FLOOR_SIZE));

  const pass = (fragmentShader, uniforms, blending) => {
    const material = new THREE.ShaderMaterial({
      uniforms, fragmentShader, blending, depthTest: false, depthWrite: false, transparent: true,
      vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    });
    const scene = new THREE.Scene();
    const quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    quad.frustumCulled = false;
    scene.add(quad);
    return { scene, material };
  };
  const flat = new THREE.Camera();
  const add = pass(
    'uniform sampler2D frame; uniform vec4 weight; varying vec2 at; void main() { gl_FragColor = weight * texture2D(frame, at); }',
    { frame: { value: frame.texture }, weight: { value: new THREE.Vector4() } },
    THREE.CustomBlending,
  );
  Object.assign(add.material, { blendSrc: THREE.OneFactor, blendDst: THREE.OneFactor, blendSrcAlpha: THREE.OneFactor, blendDstAlpha: THREE.OneFactor });
  const finish = pass(
    SOFTEN_SHADER.replaceAll('FLOOR_SIZE', `${FLOOR_SIZE}.0`) +
      FINISH_SHADER.replace('GROUND_MIDDLE', glslColour(GROUND_MIDDLE)).replace('GROUND_EDGE', glslColour(GROUND_EDGE)).replace('SHADE', glslColour(SHADE)),
    { frames: { value: sum.texture }, floorShade: { value: floorSoft.texture } },
    THREE.NoBlending,
  );
  const softenAcross = pass(
    `${SOFTEN_SHADER.replaceAll('FLOOR_SIZE', `${FLOOR_SIZE}.0`)}
    uniform sampler2D floorShade; varying vec2 at;
    void main() { gl_FragColor = vec4(soften(floorShade, at, vec2(1.0, 0.0))); }`,
    { floorShade: { value: floorSum.texture } },
    THREE.NoBlending,
  );

  return {
    /** `share` below 1 takes fewer frames: grainier, for a quick look. */
    shoot(group, framing, share = 1) {
      const scene = new THREE.Scene();
      scene.add(group);
      const camera = frameUp(group, framing);

      const floor = new THREE.Mesh(new THREE.PlaneGeometry(9, 9), new THREE.ShadowMaterial());
      floor.rotation.x = -Math.PI / 2;
      floor.receiveShadow = true;
      floor.layers.set(1); // drawn apart from the product, with the shadow map the product's frame made
      const lamp = new THREE.DirectionalLight(0xffffff, 1);
      lamp.castShadow = true;
      lamp.layers.enable(1);
      lamp.shadow.mapSize.set(896, 896);
      lamp.shadow.normalBias = 0.004;
      lamp.shadow.bias = -0.0004;
      const reach = 2.4;
      Object.assign(lamp.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 20 });
      lamp.target.position.set(0, 0.7, 0);
      scene.add(floor, lamp, lamp.target);

      const addUp = (from, to, weight) => {
        add.material.uniforms.frame.value = from.texture;
        add.material.uniforms.weight.value.set(...weight);
        renderer.setRenderTarget(to);
        renderer.autoClear = false;
        renderer.render(add.scene, flat);
        renderer.autoClear = true;
      };
      const take = (i, layer, into, total, weight) => {
        camera.layers.set(layer);
        camera.setViewOffset(SIZE, SIZE, halton(i + 1, 2) - 0.5, halton(i + 1, 3) - 0.5, SIZE, SIZE);
        renderer.setRenderTarget(into);
        renderer.clear();
        renderer.render(scene, camera);
        addUp(into, total, weight);
      };

      for (const target of [sum, floorSum]) {
        renderer.setRenderTarget(target);
        renderer.clear();
      }
      const restore = makeDull(group);
      const keyFrames = Math.max(4, Math.round(KEY_FRAMES * share));
      const skyFrames = Math.max(6, Math.round(SKY_FRAMES * share));
      const frames = keyFrames + skyFrames;
      for (let i = 0; i < frames; i++) {
        const inSoftbox = i < keyFrames;
        const weight = inSoftbox ? (KEY_SHARE * frames) / keyFrames : ((1 - KEY_SHARE) * frames) / skyFrames;
        const direction = inSoftbox ? softboxPoint(i) : skyPoint(i - keyFrames);
        lamp.position.copy(direction).multiplyScalar(9).add(lamp.target.position);
        lamp.intensity = DIFFUSE * weight;
        lamp.color.set(inSoftbox ? 0xfffdf9 : 0xf6f9ff);
        floor.material.opacity = Math.min(1, (inSoftbox ? KEY_SHADOW : SKY_SHADOW) * weight);
        const even = [1 / frames, 1 / frames, 1 / frames, 1 / frames];
        renderer.shadowMap.autoUpdate = true;
        take(i, 0, frame, sum, even);
        renderer.shadowMap.autoUpdate = false;
        take(i, 1, floorFrame, floorSum, even);
      }

      restore();
      scene.remove(floor, lamp, lamp.target);
      scene.environment = environment;
      const roomFrames = Math.max(4, Math.round(ROOM_FRAMES * share));
      // Coverage was counted with the lamp on; these frames only add light.
      for (let i = 0; i < roomFrames; i++) take(i, 0, frame, sum, [1 / roomFrames, 1 / roomFrames, 1 / roomFrames, 0]);

      renderer.setRenderTarget(floorSoft);
      renderer.render(softenAcross.scene, flat);
      renderer.setRenderTarget(null);
      renderer.render(finish.scene, flat);
      lamp.shadow.map?.dispose();
      scene.remove(group);
    },
  };
}

/** A point of the softbox: up, in front, to the viewer's left. */
function softboxPoint(i) {
  const u = halton(i + 1, 2) - 0.5;
  const v = halton(i + 1, 3) - 0.5;
  return new THREE.Vector3(-0.28 + u * 0.85, 0.82 + v * 0.5, 1.15 + u * 0.2).normalize();
}

/** A point of the sky, more of them overhead (cosine law), a little more from the front than from behind. */
function skyPoint(i) {
  const u = halton(i + 1, 2);
  const turn = 2 * Math.PI * halton(i + 1, 3);
  const r = Math.sqrt(u) * 0.97;
  const p = new THREE.Vector3(r * Math.cos(turn), Math.sqrt(1 - r * r), r * Math.sin(turn));
  if (p.z < 0) p.z *= 0.75;
  p.z += 0.18;
  return p.normalize();
}

/** Places a long lens so that the product fills the picture, whatever its proportions. */
function frameUp(group, { fill = 0.8, height = 0.13, fov = 17 } = {}) {
  const camera = new THREE.PerspectiveCamera(fov, 1, 0.5, 80);
  const box = new THREE.Box3().setFromObject(group, true);
  const middle = box.getCenter(new THREE.Vector3());
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => new THREE.Vector3(n & 1 ? box.max.x : box.min.x, n & 2 ? box.max.y : box.min.y, n & 4 ? box.max.z : box.min.z));
  let distance = 10;
  const aim = middle.clone();
  for (let round = 0; round < 8; round++) {
    camera.position.set(aim.x, aim.y + distance * height, aim.z + distance);
    camera.lookAt(aim);
    camera.updateMatrixWorld();
    const seen = corners.map((c) => c.clone().project(camera));
    const xs = seen.map((p) => p.x);
    const ys = seen.map((p) => p.y);
    const spread = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / 2;
    const tan = Math.tan((fov * Math.PI) / 360);
    aim.x += ((Math.max(...xs) + Math.min(...xs)) / 2) * tan * distance;
    aim.y += ((Math.max(...ys) + Math.min(...ys)) / 2) * tan * distance;
    distance *= spread / fill;
  }
  camera.position.set(aim.x, aim.y + distance * height, aim.z + distance);
  camera.lookAt(aim);
  return camera;
}
