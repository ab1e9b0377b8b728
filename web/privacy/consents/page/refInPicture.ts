type Detector = { detect: (image: ImageBitmap) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/**
 * The ref in the QR code of a photographed form, because phones number their pictures. Only some browsers can read one,
 * those of Android and macOS among them; in the others the name of the file decides, or the user.
 */
export async function refInPicture(file: File): Promise<string> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector || !file.type.startsWith('image/')) return ''
  try {
    const image = await createImageBitmap(file)
    const [code] = await new BarcodeDetector({ formats: ['qr_code'] }).detect(image)
    image.close()
    return code?.rawValue ?? ''
  } catch {
    // The browser cannot decode the picture, or its reader is not installed.
    return ''
  }
}
