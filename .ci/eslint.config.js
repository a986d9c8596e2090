// The rules for components, which oxlint cannot read. oxlint.jsonc has those for all other files.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import { readSvelteAsTypeScript } from './lib/svelte-as-typescript.mjs';

const svelteOptions = { svelteConfig: { compilerOptions: { runes: true } } };
readSvelteAsTypeScript(svelteOptions);

export default defineConfig(
  { ignores: ['dist/', 'test-results/', 'bench-results/', 'coverage/', '**/*.js', '**/*.mjs'] },
  {
    files: ['**/*.svelte'],
    extends: [js.configs.recommended, ts.configs.strictTypeChecked],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: {
        project: 'tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // The type checker knows every name there is.
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Spreading a string gives code points, which is what text code here wants.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // There are no enums here, and this rule is slow.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [svelte.configs['flat/recommended'], svelte.configs['flat/prettier']],
    languageOptions: { parserOptions: { ...svelteOptions, parser: ts.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      'svelte/require-each-key': 'error',
      // State is replaced whole ($state.raw); a plain Map or URL in a state class is bookkeeping that no screen reads.
      'svelte/prefer-svelte-reactivity': 'off',
      // Routes are hashes of one page; there is no router to resolve them.
      'svelte/no-navigation-without-resolve': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message:
            "The page's policy blocks style attributes in templates. Use a class or a style: directive.",
        },
        {
          selector: 'SvelteStyleElement > SvelteStartTag > SvelteAttribute[key.name="global"]',
          message: 'Styles for the whole page belong to src/kit/styles/base.css.',
        },
      ],
    },
  },
);
