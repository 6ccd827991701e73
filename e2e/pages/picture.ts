/** Draws a photo like one from a phone: a real JPEG of this size. */
import sharp from 'sharp';

export async function photo(width = 1600, height = 1200): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#c9b58a"/><rect x="10%" y="35%" width="80%" height="45%" fill="#7d5a3c"/><path d="M${width * 0.05} ${height * 0.35} L${width / 2} ${height * 0.1} L${width * 0.95} ${height * 0.35} Z" fill="#4d6b57"/></svg>`,
  );
  return { name: 'visit.jpg', mimeType: 'image/jpeg', buffer: await sharp(stripes).jpeg({ quality: 85 }).toBuffer() };
}
