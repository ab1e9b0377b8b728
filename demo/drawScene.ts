import sharp, { type Sharp } from 'sharp'

/** Drawings are made for this size; other shapes show their middle. */
const DRAWN = { width: 360, height: 240 }

export type Shape = { width: number; height: number }

/** A drawing in so many pixels, ready to be saved as what is asked for. */
export function renderScene(drawing: string, { width, height }: Shape): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${DRAWN.width} ${DRAWN.height}" preserveAspectRatio="xMidYMid slice">${drawing}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** As a telephone would have taken it. */
export const drawPhoto = (drawing: string, shape: Shape): Promise<Buffer> =>
  renderScene(drawing, shape).jpeg({ quality: 85 }).toBuffer()
