/**
 * Pixels of a picture by what its header says, without decoding it; for a GIF of its whole canvas. Undefined: the header
 * is not there. PNG: ISO 15948, 11.2.2; JPEG: ITU T.81, B.2.2; GIF89a, 18; WebP: RFC 9649.
 */
export function picturePixels(content: Uint8Array): number | undefined {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  try {
    const [width, height] = sizeOf(view);
    return width * height;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before its header does
    throw error;
  }
}

function sizeOf(view: DataView): [width: number, height: number] {
  const start = view.getUint32(0);
  if (start === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (start === 0x47494638) return [view.getUint16(6, true), view.getUint16(8, true)];
  if (start === 0x52494646) return webpSize(view);
  return jpegSize(view);
}

function webpSize(view: DataView): [number, number] {
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  const format = view.getUint32(12);
  if (format === 0x56503858) return [uint24(24) + 1, uint24(27) + 1]; // VP8X
  if (format === 0x56503820) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]; // VP8
  const bits = view.getUint32(21, true); // VP8L
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** The first frame header (SOF0 to SOF15 without DHT, JPG and DAC) behind the segments before it. */
function jpegSize(view: DataView): [number, number] {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) throw new RangeError('no segment');
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    else at += 2 + view.getUint16(at + 2);
  }
}
