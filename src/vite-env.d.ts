/** Version and commit of this build, e.g. `0.1.0+3f2a91c`. Put in by vite.config.ts. */
declare const __BUILD__: string;

/** A rubric file, its front matter read at build time so that no YAML reader is shipped with the first load. */
declare module '*/rubric.md' {
  const rubricFile: { readonly contract: unknown; readonly prompt: string };
  export default rubricFile;
}
