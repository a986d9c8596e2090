import type { Picture } from './picture';
import { svgText } from './svg-text';

/** In the colours that it has on the page now. */
function standalone(picture: Picture, at: Element): string {
  const probe = document.createElement('span');
  at.append(probe);
  const colours = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const text = svgText(picture, colours);
  probe.remove();
  return text;
}

/** Rejects where the browser does not allow it. */
export async function copyAsSvg(picture: Picture, at: Element): Promise<void> {
  await navigator.clipboard.writeText(standalone(picture, at));
}

export async function copyAsPng(picture: Picture, at: Element): Promise<void> {
  // Safari allows it only where the image is asked for during the press.
  const image = drawn(standalone(picture, at));
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
}

/** Sharp on screens of twice the usual density. */
const density = 2;

async function drawn(text: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * density;
    canvas.height = image.height * density;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('The picture could not be drawn as PNG.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
