import { afterEach, beforeEach, vi } from 'vitest';

/** The files that the page saves during each test, in their order. */
export function watchSavedFiles(): { name: string; blob: Blob }[] {
  const saved: { name: string; blob: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      if (given instanceof Blob) blob = given;
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob });
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return saved;
}
