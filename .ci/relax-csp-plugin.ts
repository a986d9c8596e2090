import type { Plugin } from 'vite';

/**
 * The dev server puts styles into the page as inline `<style>` and shows errors in an overlay of its own, which the
 * page's policy forbids. Only the dev server is let off; the built page keeps the policy that index.html states.
 */
export function relaxCspInDev(): Plugin {
  return {
    name: 'assay:relax-csp-in-dev',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace(/;\s*require-trusted-types-for 'script'/, '')
        .replace(/;\s*trusted-types [^;"]*/, ''),
  };
}
